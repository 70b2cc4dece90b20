"""What pays on which roll, as the table stands: the income step played ahead (MK-20 to MK-35, MK-D1)."""

from dataclasses import dataclass

from games.rules.machi_koro_2.events import Paid
from games.rules.machi_koro_2.play.income import collect
from games.rules.machi_koro_2.play.ledger import Ledger
from games.rules.machi_koro_2.play.turns import turned
from games.rules.machi_koro_2.state import State, Turn

RESULTS = range(1, 13)
_WAYS = {1: {n: 1 for n in range(1, 7)}, 2: {n: 6 - abs(n - 7) for n in range(2, 13)}}
"""By number of dice: how many of the equally likely falls have each result."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """One result: what a player gets and pays on an own roll, and gets on an opponent's.

    Opponents pay as they can now; restaurants are counted in full. What landmarks do to a roll is
    left out, because it depends on the dice one by one.
    """

    result: int
    own: int
    pays: int
    others: int


def forecast(state: State, seat: int) -> tuple[Forecast, ...]:
    """Return a player's forecast for every result."""
    return tuple(_forecast(state, seat, result) for result in RESULTS)


def mean_gain(chart: tuple[Forecast, ...], dice: int) -> float:
    """Return how many coins a roll of so many dice changes on average."""
    ways = _WAYS[dice]
    gained = sum(ways.get(line.result, 0) * (line.own - line.pays) for line in chart)
    return round(gained / sum(ways.values()), 1)


def _forecast(state: State, seat: int, result: int) -> Forecast:
    own = _rolled(state, seat, result)
    pays = sum(event.owed for event in own.events if isinstance(event, Paid) and event.payer == seat)
    other = (seat + 1) % state.deal.seats
    theirs = _rolled(state, other, result)
    owed = sum(
        event.owed - event.coins for event in theirs.events if isinstance(event, Paid) and event.seat == seat
    )
    return Forecast(result, own.received[seat], pays, theirs.received[seat] + owed)


def _rolled(state: State, seat: int, result: int) -> Ledger:
    ledger = Ledger(state.coins)
    collect(turned(state, Turn("dice", seat)), ledger, result)
    return ledger
