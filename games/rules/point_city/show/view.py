"""What a seat or an observer may know of a position (PC-16 to PC-18); in this title the same."""

from dataclasses import dataclass
from functools import lru_cache

from games.rules.point_city.board import SLOTS, automa_slots, column, row
from games.rules.point_city.cards import BASIC, LEVELS
from games.rules.point_city.market.pairs import flips
from games.rules.point_city.packed import BUILT, CARD, EMPTY, unpack
from games.rules.point_city.play.automa import automa_turn
from games.rules.point_city.scoring import automa_points, city_places, points, printed_points
from games.rules.point_city.show.faces import (
    BUILDING_FACES,
    TOKEN_FACES,
    Amount,
    BuildingFace,
    HeldToken,
    ResourceFace,
    SortCount,
    TokenFace,
    held_token,
    resource_face,
    sort_counts,
)
from games.rules.point_city.state import City, State
from games.rules.records import hash_once


@hash_once
@dataclass(frozen=True, slots=True)
class SlotView:
    """One market slot; ``face`` is None when nothing is left to refill it."""

    slot: int
    row: int
    column: int
    face: ResourceFace | BuildingFace | None
    can_flip: bool


@dataclass(frozen=True, slots=True)
class GroupView:
    """The buildings that give one thing: a basic type, a token (civic) or points."""

    name: str
    buildings: tuple[BuildingFace, ...]


@hash_once
@dataclass(frozen=True, slots=True)
class CityView:
    """What lies in front of a player, or of the automa (``seat`` None); all of it is public."""

    seat: int | None
    groups: tuple[GroupView, ...]
    permanents: tuple[Amount, ...]
    hand: tuple[ResourceFace, ...]
    sorts: tuple[SortCount, ...]
    tokens: tuple[HeldToken, ...]
    printed: int
    token_points: int
    score: int
    unspent: int


@dataclass(frozen=True, slots=True)
class LevelScore:
    """What the automa would score on a level (PC-76)."""

    level: str
    points: int


@dataclass(frozen=True, slots=True)
class AutomaView:
    """The automa: what it has, where it takes next (None when it is done), its score by level.

    ``row`` and ``column`` are where the market tokens stand; ``token_count`` its tokens, face down.
    """

    level: str
    city: CityView
    slots: tuple[int, int] | None
    row: int
    column: int
    token_count: int
    levels: tuple[LevelScore, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How a player, or the automa (``seat`` None), ended (PC-64, PC-77)."""

    seat: int | None
    points: int
    unspent: int
    place: int


@hash_once
@dataclass(frozen=True, slots=True)
class View:
    """The whole table; whoever looks, it is the same.

    ``current`` is the seat whose turn it is, None for the automa's turn or when the game is over.
    """

    seats: int
    promo: bool
    turn: int
    turns: int
    round: int
    rounds: int
    turns_left: int
    current: int | None
    flipped: bool
    over: bool
    slots: tuple[SlotView, ...]
    deck_count: int
    deck_top: ResourceFace | None
    discard_count: int
    discard: tuple[SortCount, ...]
    cities: tuple[CityView, ...]
    line: tuple[TokenFace, ...]
    automa: AutomaView | None
    results: tuple[Result, ...]


def view_for(state: State, seat: int | None) -> View:
    """Return what the seat, or with None an observer, may know: the same for all (PC-16, PC-17)."""
    return _view(state)


@lru_cache(maxsize=32)
def _view(state: State) -> View:
    deal, deck, players = state.deal, state.deck, len(state.cities)
    return View(
        seats=deal.seats,
        promo=deal.options.promo,
        turn=state.turn,
        turns=deal.turns,
        round=(state.turn - 1) // players + 1,
        rounds=deal.turns // players,
        turns_left=0 if state.over else deal.turns - state.turn + 1,
        current=_current(state),
        flipped=state.flipped,
        over=state.over,
        slots=_slots(state),
        deck_count=len(deck),
        deck_top=resource_face(deal, deck[0]) if deck else None,
        discard_count=len(state.discard),
        discard=sort_counts(state.discard),
        cities=_cities(state)[: deal.seats],
        line=tuple(TOKEN_FACES[token] for token in state.line),
        automa=_automa(state) if players > deal.seats else None,
        results=_results(state) if state.over else (),
    )


def _current(state: State) -> int | None:
    holder = state.holder
    return None if state.over or holder >= state.deal.seats else holder


def _slots(state: State) -> tuple[SlotView, ...]:
    flippable = {flip.slot for flip in flips(state)} if _current(state) is not None else ()
    return tuple(
        SlotView(slot, row(slot), column(slot), _face(state, slot), slot in flippable)
        for slot in range(SLOTS)
    )


def _face(state: State, slot: int) -> ResourceFace | BuildingFace | None:
    value = state.market[slot]
    if value == EMPTY:
        return None
    return BUILDING_FACES[value & CARD] if value >= BUILT else resource_face(state.deal, value)


def _cities(state: State) -> tuple[CityView, ...]:
    return tuple(_city(state, index, score) for index, score in enumerate(points(state)))


def _city(state: State, index: int, score: int) -> CityView:
    city = state.cities[index]
    human = index < state.deal.seats
    printed = printed_points(city)
    tokens = tuple(held_token(token, city) for token in city.tokens) if human else ()
    return CityView(
        seat=index if human else None,
        groups=_groups(city),
        permanents=tuple(map(Amount, BASIC, unpack(city.permanents))),
        hand=tuple(resource_face(state.deal, card) for card in city.cards),
        sorts=sort_counts(city.cards),
        tokens=tokens,
        printed=printed,
        token_points=sum(token.worth for token in tokens),
        score=score,
        unspent=len(city.cards),
    )


def _groups(city: City) -> tuple[GroupView, ...]:
    faces = [BUILDING_FACES[card] for card in city.buildings]
    names = (*BASIC, "civic", "points")
    return tuple(
        GroupView(name, tuple(face for face in faces if name in (face.permanent, face.kind)))
        for name in names
    )


def _automa(state: State) -> AutomaView:
    city = state.cities[-1]
    slots = automa_slots(automa_turn(state))
    crossing = slots[0]
    return AutomaView(
        level=state.deal.options.level,
        city=_cities(state)[-1],
        slots=None if state.over else slots,
        row=row(crossing),
        column=column(crossing),
        token_count=len(city.tokens),
        levels=tuple(LevelScore(name, automa_points(city, level)) for name, level in LEVELS.items()),
    )


def _results(state: State) -> tuple[Result, ...]:
    keys = zip(points(state), state.cities, city_places(state), strict=True)
    seats = [*range(state.deal.seats), None]
    return tuple(
        Result(seats[index], scored, len(city.cards), place)
        for index, (scored, city, place) in enumerate(keys)
    )
