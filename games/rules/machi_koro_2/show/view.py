"""What a seat or an observer may know of a position: everything but the decks' order (MK-55)."""

from dataclasses import dataclass
from functools import lru_cache

from games.rules.machi_koro_2.cards import DECKS, IN_CITY_ORDER
from games.rules.machi_koro_2.play.prices import NEVER, prices_for
from games.rules.machi_koro_2.scoring import places, winner
from games.rules.machi_koro_2.show.faces import FACES, Face
from games.rules.machi_koro_2.show.forecast import Forecast, forecast, mean_gain
from games.rules.machi_koro_2.state import INITIAL_ROUNDS, LANDMARKS_TO_WIN, State
from games.rules.records import hash_once


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile of a row: its card, how many lie there, and the price now for whoever looks.

    ``price`` is None where a rule forbids to build it; ``open`` says whether the coins suffice.
    """

    face: Face
    count: int
    price: int | None
    open: bool


@hash_once
@dataclass(frozen=True, slots=True)
class RowView:
    """A face-up row: its piles, the oldest first, and how many cards are left in its deck (MK-66)."""

    deck: str
    piles: tuple[PileView, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Holding:
    """The copies of one establishment in a city."""

    face: Face
    count: int


@hash_once
@dataclass(frozen=True, slots=True)
class CityView:
    """What lies in front of a player; all of it is public (MK-45)."""

    seat: int
    coins: int
    holdings: tuple[Holding, ...]
    landmarks: tuple[Face, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Chart:
    """What pays on which roll in the city of whoever looks, and the mean of one die and of two."""

    seat: int
    lines: tuple[Forecast, ...]
    one: float
    two: float


@dataclass(frozen=True, slots=True)
class Result:
    """How a player ended (MK-54)."""

    seat: int
    landmarks: int
    coins: int
    place: int


@hash_once
@dataclass(frozen=True, slots=True)
class View:
    """The whole table; seats see the prices and the chart that are theirs, observers the active player's.

    ``round`` is the initial building round, then 0; ``turn`` the turn after them, before it 0.
    """

    seats: int
    phase: str
    current: int | None
    round: int
    rounds: int
    turn: int
    dice: tuple[int, ...]
    rolled: int
    extra: bool
    give: bool
    swaps: int
    rows: tuple[RowView, ...]
    cities: tuple[CityView, ...]
    to_win: int
    chart: Chart
    winner: int | None
    results: tuple[Result, ...]


def view_for(state: State, seat: int | None) -> View:
    """Return what the seat, or with None an observer, may know (MK-55)."""
    return _view(state, state.turn.seat if seat is None else seat)


@lru_cache(maxsize=64)
def _view(state: State, seat: int) -> View:
    turn, opening = state.turn, INITIAL_ROUNDS * state.deal.seats
    lines = forecast(state, seat)
    return View(
        seats=state.deal.seats,
        phase=turn.phase,
        current=None if turn.phase == "over" else turn.seat,
        round=turn.number // state.deal.seats + 1 if turn.phase == "initial" else 0,
        rounds=INITIAL_ROUNDS,
        turn=max(0, turn.number - opening + 1),
        dice=turn.dice,
        rolled=sum(turn.dice),
        extra=turn.extra,
        give=turn.give,
        swaps=turn.swaps,
        rows=tuple(_row(state, number, seat) for number in range(len(DECKS))),
        cities=tuple(_city(state, each) for each in range(state.deal.seats)),
        to_win=LANDMARKS_TO_WIN,
        chart=Chart(seat, lines, mean_gain(lines, 1), mean_gain(lines, 2)),
        winner=winner(state),
        results=_results(state) if turn.phase == "over" else (),
    )


def _row(state: State, number: int, seat: int) -> RowView:
    row, prices = state.rows[number], prices_for(state, seat)
    piles = (
        _pile(card, count, prices[card], state.coins[seat])
        for card, count in zip(row.kinds, row.counts, strict=True)
    )
    return RowView(DECKS[number], tuple(piles), len(state.deck(number)))


def _pile(card: int, count: int, price: int, coins: int) -> PileView:
    return PileView(FACES[card], count, None if price == NEVER else price, price <= coins)


def _city(state: State, seat: int) -> CityView:
    city = state.cities[seat]
    return CityView(
        seat=seat,
        coins=state.coins[seat],
        holdings=tuple(
            Holding(FACES[kind], city.copies[kind]) for kind in IN_CITY_ORDER if city.copies[kind]
        ),
        landmarks=tuple(FACES[card] for card in city.landmarks),
        count=sum(city.copies),
    )


def _results(state: State) -> tuple[Result, ...]:
    counts = (len(city.landmarks) for city in state.cities)
    rows = zip(range(state.deal.seats), counts, state.coins, places(state), strict=True)
    return tuple(Result(*row) for row in rows)
