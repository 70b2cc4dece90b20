"""What a seat or an observer may know of a position (CC-10, CC-78 to CC-80)."""

from dataclasses import dataclass
from functools import lru_cache

from games.rules.card_city.cards import ROUNDS
from games.rules.card_city.moves import letters
from games.rules.card_city.scoring import city_points, coins_left, places, rating
from games.rules.card_city.show.faces import CityView, city_view, supply_view
from games.rules.card_city.state import Cards, Phase, State, untouched
from games.rules.records import hash_once


@dataclass(frozen=True, slots=True)
class PilesView:
    """Phase 1: who divides and who chooses; of what lies hidden only how much (CC-78).

    ``hand`` and ``down`` hold cards only for the divider, or the solo player; ``under`` are the cards
    the solo player put under the deck (CC-76).
    """

    divider: int
    chooser: int | None
    division: int
    divisions: int
    held: int
    hand: str
    pair: str
    up: str
    down: str
    down_count: int
    under: str

    @property
    def is_last(self) -> bool:
        """True if the Rest will be kept, not divided again (CC-26)."""
        return self.division == self.divisions


@dataclass(frozen=True, slots=True)
class Result:
    """How a seat ended, with the coins that break ties (CC-67 to CC-70)."""

    seat: int
    points: int
    left: int
    place: int


@hash_once
@dataclass(frozen=True, slots=True)
class View:
    """The table as one viewer may see it; only ``piles`` differs from seat to seat."""

    seats: int
    phase: str
    round: int
    rounds: int
    start_player: int
    over: bool
    deck_count: int
    supply: tuple[tuple[str, int], ...]
    cities: tuple[CityView, ...]
    hands: tuple[str, ...]
    piles: PilesView | None
    results: tuple[Result, ...]
    rating: str | None


@lru_cache(maxsize=64)
def view_for(state: State, seat: int | None) -> View:
    """Return what the seat, or with None an observer, may know (CC-78, CC-80)."""
    over = state.phase == Phase.OVER
    return View(
        seats=state.deal.seats,
        phase=state.phase.value,
        round=state.round,
        rounds=ROUNDS,
        start_player=state.start_player,
        over=over,
        deck_count=len(state.deck),
        supply=supply_view(state.supply),
        cities=tuple(city_view(index, city) for index, city in enumerate(state.cities)),
        hands=tuple(map(letters, state.hands)),
        piles=_piles(state, seat) if state.phase in (Phase.DIVIDE, Phase.CHOOSE, Phase.KEEP) else None,
        results=_results(state) if over else (),
        rating=rating(city_points(state.cities[0])).name if over and state.deal.seats == 1 else None,
    )


def _piles(state: State, seat: int | None) -> PilesView:
    piles = state.piles
    own = seat == piles.divider
    alone = state.phase == Phase.KEEP
    return PilesView(
        divider=piles.divider,
        chooser=None if alone else state.chooser,
        division=piles.division,
        divisions=state.deal.seats - 1,
        held=len(piles.hand),
        hand=letters(piles.hand) if own else "",
        pair=letters(piles.pair),
        up=letters(piles.up),
        down=letters(piles.down) if own else "",
        down_count=len(piles.down),
        under=letters(_under(state)) if own and alone else "",
    )


def _under(state: State) -> Cards:
    """Return what still lies under the deck (CC-71, CC-76): all but the cards of the deal."""
    return state.deck[untouched(state) :]


def _results(state: State) -> tuple[Result, ...]:
    rows = zip(state.cities, places(state), strict=True)
    return tuple(
        Result(seat, city_points(city), coins_left(city), place) for seat, (city, place) in enumerate(rows)
    )
