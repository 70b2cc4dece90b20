"""The coins of one move while they change hands, and the events that tell of it (MK-3, MK-32)."""

from collections.abc import Iterator

from games.rules.machi_koro_2.events import Earned, Event, Helped, Paid, labelled


class Ledger:
    """Begins with everybody's coins; ``received`` is what a seat got since then, from anybody."""

    __slots__ = ("coins", "events", "received")

    def __init__(self, coins: tuple[int, ...], *events: Event) -> None:
        """Take everybody's coins, and what has happened already."""
        self.coins = list(coins)
        self.received = [0] * len(coins)
        self.events = list(events)

    def earn(self, seat: int, card: int, coins: int, copies: int = 1) -> None:
        """Let the bank pay for a card."""
        self.coins[seat] += coins
        self.received[seat] += coins
        self.events.append(Earned(seat, *labelled(card), copies, coins))

    def pay(self, payer: int, seat: int, card: int, owed: int, copies: int = 1) -> None:
        """Let one player pay another for a card; what is missing is forgotten (MK-32)."""
        coins = min(owed, self.coins[payer])
        self.coins[payer] -= coins
        self.coins[seat] += coins
        self.received[seat] += coins
        self.events.append(Paid(payer, seat, *labelled(card), copies, owed, coins))

    def help(self, seat: int) -> None:
        """Let a player without coins take one (MK-36)."""
        if not self.coins[seat]:
            self.coins[seat] = 1
            self.events.append(Helped(seat))


def counter_clockwise(seat: int, seats: int) -> Iterator[int]:
    """Return the opponents of a seat, its right neighbour first (MK-23, MK-34)."""
    return ((seat - step) % seats for step in range(1, seats))
