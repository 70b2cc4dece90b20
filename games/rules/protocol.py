"""What a title provides: a ``Ruleset`` of pure functions over frozen values.

Nothing here knows Django, the clock or a random generator. A state is a frozen
value; a move leads to a new one. Chance is a seat of its own, ``CHANCE``, whose
moves are sampled once, logged, and replayed from the log like any other.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar, cast

from games.rules.clocks import DecisionClocks
from games.rules.decks import DeckRules
from games.rules.errors import IllegalMove, MalformedMove, NotSeated, RulesError, StaleMove
from games.rules.records import record
from games.rules.units import POINTS, Unit
from games.rules.words import gettext_noop

if TYPE_CHECKING:
    from games.rules.brains import Brain

__all__ = [
    "CHANCE",
    "Choice",
    "Draft",
    "Draw",
    "Event",
    "Fields",
    "IllegalMove",
    "MalformedMove",
    "Move",
    "NotSeated",
    "OptionInfo",
    "Outcome",
    "PlayoutFacts",
    "RulesError",
    "Ruleset",
    "StaleMove",
    "State",
    "Step",
    "event_data",
    "load_options",
    "option",
    "option_infos",
    "placed",
    "ranked",
]

CHANCE = -1

State = TypeVar("State")
Fields = Mapping[str, Sequence[str]]
"""A draft as a page posts it: a field's name to its values, in the order sent."""


class Draw(Protocol):
    """Where a title's randomness comes from; every call is numbered and provable."""

    def shuffle(self, label: str, items: Sequence[str]) -> tuple[str, ...]:
        """Return the sorted items in a uniform random order, top first."""

    def below(self, label: str, n: int) -> int:
        """Return a uniform integer from 0 to n - 1."""


class Move(Protocol):
    """One decision. ``str(move)`` is its notation, one line of printable ASCII."""

    secret: ClassVar[bool]
    """True if the notation tells others what they may not know before the game ends."""

    @property
    def kind(self) -> str:
        """The first word of the notation."""


class Event(Protocol):
    """What happened, for people: a frozen dataclass of plain public values.

    One with a true ``minor`` is told in the log alone, not among the news.
    """

    @property
    def only_for(self) -> int | None:
        """The one seat that may know of it, or None if everybody may."""


@record
class Step(Generic[State]):
    """The position after a move, what happened, and whether hidden things became known."""

    state: State
    events: tuple[Event, ...] = ()
    reveals: bool = True


class Draft(Protocol):
    """A move being composed part by part: what is chosen, what is open, what it would do."""

    @property
    def notation(self) -> str | None:
        """The move's notation once every part is chosen, else None."""

    @property
    def error(self) -> IllegalMove | None:
        """Why the last part was refused, or None."""


@dataclass(frozen=True, slots=True)
class PlayoutFacts:
    """What a played game tells the figures of playouts: how long, who began, with what each seat played."""

    rounds: int
    turns: int
    first: int
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a seat ended: its points, and its place where equal places are shared."""

    points: int
    place: int


@dataclass(frozen=True, slots=True)
class Choice:
    """One value an option may take, with its label and help in English."""

    value: str
    label: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """How a form shows an option, and with how many seats it makes sense."""

    label: str
    help: str = ""
    choices: tuple[Choice, ...] = ()
    seats: frozenset[int] | None = None


def option(
    default: object,
    label: str,
    help: str = "",
    choices: tuple[Choice, ...] = (),
    seats: frozenset[int] | None = None,
) -> Any:
    """Declare a field of a title's options: yes or no, or one of the choices."""
    info = OptionInfo(label, help, choices, seats)
    return field(default=default, metadata={"option": info})


def option_infos(options_type: type) -> dict[str, OptionInfo]:
    """Return the options a title offers, by field name, in order."""
    return {f.name: f.metadata["option"] for f in fields(options_type)}


def load_options(options_type: type, data: Mapping[str, object]) -> Any:
    """Return a title's options from plain data; ``MalformedMove`` names what does not fit."""
    chosen: dict[str, object] = {}
    for spec in fields(options_type):
        info: OptionInfo = spec.metadata["option"]
        default = None if spec.default is MISSING else spec.default
        value = data.get(spec.name, default)
        allowed = {choice.value for choice in info.choices} if info.choices else {True, False}
        if not isinstance(value, (str, bool)) or value not in allowed:
            raise MalformedMove(gettext_noop("Unknown value for the option %(name)s."), name=spec.name)
        chosen[spec.name] = value
    return options_type(**chosen)


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as plain data, with its class name as ``kind`` and without what is None."""
    data = {name: value for name, value in asdict(cast(Any, event)).items() if value is not None}
    return {"kind": type(event).__name__, **data}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset(Generic[State]):
    """One title: pure functions and the few facts the site shows; like functions it equals only itself.

    Functions that a title may do without are None where it does.
    """

    slug: str
    name: str
    tagline: str
    version: int
    seats: tuple[int, ...]
    """How many may play, each number by itself."""
    options: type
    digest: str
    """SHA-256 of its cards' data, as the shuffle proof states it."""
    setup: Callable[[int, Any, Draw], State]
    """Deal for so many seats, with these options, by draws of chance."""
    to_act: Callable[[State], frozenset[int]]
    """The seats that may move, ``CHANCE`` among them; none when the game is over."""
    legal_moves: Callable[[State, int], tuple[Move, ...]]
    """What ``apply`` accepts from a seat, in a fixed order; of ``unlisted`` kinds only some."""
    apply: Callable[[State, int, Any], Step[State]]
    """Make a move of a seat; ``IllegalMove`` if the rules forbid it."""
    default_move: Callable[[State, int], Move]
    """What is played for a seat that is late: always legal."""
    view_for: Callable[[State, int | None], Any]
    """What the seat, or with None an observer, may know: a frozen, hashable value."""
    compose: Callable[[State, int, Fields], Draft]
    """Read a draft of a move; it never tells more than the view does."""
    scores: Callable[[State], tuple[int, ...]]
    """The points as they would be now, in seat order."""
    places: Callable[[State], tuple[int, ...]]
    """The places of a game that is over, in seat order: equal ones are shared, the next is skipped."""
    built: Callable[[State, int], Mapping[str, int]]
    """How often each thing stands in a seat's city, by its name in English."""
    parse_move: Callable[[str], Move]
    """Read a notation; ``MalformedMove`` if there is no such move."""
    dump: Callable[[State], Any]
    """The state as JSON stores it."""
    load: Callable[[Any], State]
    """The inverse of ``dump``."""
    sample: Callable[[State, Draw], Move] | None = None
    """The move of ``CHANCE``, by draws of chance."""
    invariants: Callable[[State], None] | None = None
    """Raise ``AssertionError`` for a state that no play can reach."""
    aside: Callable[[State, int], tuple[Move, ...]] | None = None
    """Moves that a seat which still plays may make although nobody waits for it, such as settings.

    ``apply`` accepts them, ``to_act`` and ``legal_moves`` do not know them.
    """
    leave: Callable[[State, int], Move | None] | None = None
    """The move by which a seat leaves for good, or None if it has left."""
    clocks: DecisionClocks[State] | None = None
    """How long each kind of decision may take, where the title says so."""
    unlisted: frozenset[str] = frozenset()
    """Kinds of moves of which there are too many to list: ``apply`` accepts every legal one."""
    idle: frozenset[str] = frozenset()
    """Kinds of moves that only wait or give up, which players of random games avoid."""
    facts: Callable[[State], PlayoutFacts] | None = None
    """Sum a played game up for the figures of playouts."""
    faces: Mapping[str, Any] = field(default_factory=dict)
    """What cards that need explaining show, by their ids: a table asks for them one by one."""
    decks: DeckRules | None = None
    """What decks may hold, where players bring them; choosing one is a seat's first move."""
    asks_for_deck: Callable[[State, int], bool] | None = None
    """Tell whether a seat is to choose its deck now."""
    unit: Unit = POINTS
    """What the points are called."""
    minutes: tuple[int, int] = (0, 0)
    """How long people who know it play: in the fewest seats at least, and in the most at most."""
    tally: Callable[[State], Mapping[str, tuple[int, ...]]] | None = None
    """Count by name what else matters at the end, such as coins: recorded games keep it."""
    former: tuple["Ruleset[State]", ...] = ()
    """The earlier versions, by which games that began with them are replayed, verified and played on."""
    left_may_win: bool = False
    """Whether a seat that left keeps its place, as in some former versions; else who stayed is ahead."""
    brain: "Brain[State] | None" = None
    """How bots play it."""

    def outcomes(self, state: State) -> tuple[Outcome, ...]:
        """Return the points and places of a game that is over, in seat order."""
        ended = zip(self.scores(state), self.places(state), strict=True)
        return tuple([Outcome(points, place) for points, place in ended])

    @property
    def ruleset_id(self) -> str:
        """Name and version, as the shuffle proof states them: ``harbour/3``."""
        return f"{self.slug}/{self.version}"

    @property
    def leaves_for_good(self) -> bool:
        """True if a seat that was left, and for which no bot plays, leaves the game for good."""
        return self.leave is not None


def placed(ruleset: Ruleset[Any], state: Any, left: Collection[int]) -> tuple[Outcome, ...]:
    """Return how a game ended: the seats that left are behind all who stayed, otherwise in their order."""
    outcomes = ruleset.outcomes(state)
    if ruleset.left_may_win:
        return outcomes
    places = ranked([(seat not in left, -outcome.place) for seat, outcome in enumerate(outcomes)])
    return tuple(Outcome(outcome.points, place) for outcome, place in zip(outcomes, places, strict=True))


def ranked(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return each key's place, best first: equal keys share it, the next is skipped."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def are_places(places: Sequence[int]) -> bool:
    """Tell whether these are places as ``ranked`` gives them: 1, 2, 2, 4 and the like, in any order."""
    return ranked([(-place,) for place in places]) == tuple(places)
