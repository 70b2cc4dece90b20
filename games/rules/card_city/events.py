"""What happens in a game, for the log and the animations: public values but for what is one seat's own.

Cards are told by their letters, cells by x and y.
"""

from games.rules.records import record


@record
class RoundBegan:
    """A round begins; its start player draws so many cards (CC-18, CC-20)."""

    round: int
    seat: int
    count: int
    only_for: int | None = None


@record
class CardsSeen:
    """A seat looks at the cards that it is to divide, or to keep two of (CC-20, CC-25, CC-79)."""

    seat: int
    cards: str
    only_for: int | None = None


@record
class Divided:
    """A seat laid out the Pair and the Rest, so many of it face down (CC-22)."""

    seat: int
    pair: str
    up: str
    down: int
    only_for: int | None = None


@record
class CardsHidden:
    """Which cards a divider laid face down (CC-28)."""

    seat: int
    cards: str
    only_for: int | None = None
    minor: bool = True


@record
class Chosen:
    """A seat took the Pair or the Rest of a divider (CC-25)."""

    seat: int
    pile: str
    divider: int
    only_for: int | None = None


@record
class Received:
    """The cards with which a seat enters phase 2 (CC-29)."""

    seat: int
    cards: str
    only_for: int | None = None
    minor: bool = True


@record
class PutUnder:
    """The solo player put a card under the deck (CC-71, CC-76)."""

    seat: int
    card: str
    only_for: int | None = None


@record
class Built:
    """A seat built a card of its hand, for so many coins (CC-32, CC-38)."""

    seat: int
    card: str
    x: int
    y: int
    coins: int
    only_for: int | None = None


@record
class Returned:
    """What a seat cannot build goes to the supply (CC-39)."""

    seat: int
    cards: str
    only_for: int | None = None


@record
class Developed:
    """A district of a seat took a card of the supply and is now so large (CC-46, CC-48)."""

    seat: int
    card: str
    x: int
    y: int
    size: int
    only_for: int | None = None


@record
class IncomePaid:
    """A seat got its subsidy, and coins for districts of these sizes (CC-56 to CC-58)."""

    seat: int
    subsidy: int
    sizes: tuple[int, ...]
    coins: int
    only_for: int | None = None


@record
class Bought:
    """A seat bought a card and placed it (CC-59 to CC-61)."""

    seat: int
    card: str
    x: int
    y: int
    coins: int
    only_for: int | None = None


@record
class Passed:
    """A seat that could buy did not (CC-62)."""

    seat: int
    only_for: int | None = None
    minor: bool = True


@record
class GameEnded:
    """The game is over, with the points in seat order (CC-66, CC-67)."""

    scores: tuple[int, ...]
    only_for: int | None = None
