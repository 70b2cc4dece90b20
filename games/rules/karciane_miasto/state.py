"""The position of a game of Karciane Miasto: one city, five piles, players, and what is still to be done."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from games.rules.karciane_miasto.cards import EFFECTS
from games.rules.karciane_miasto.city import City
from games.rules.karciane_miasto.settings import Wishes
from games.rules.karciane_miasto.tasks import Task
from games.rules.karciane_miasto.text.effects import ModifyEffect
from games.rules.karciane_miasto.text.terms import Mode, Modifier, WindowName
from games.rules.records import record

Cell = tuple[int, int]
Support = tuple[int, int, int]
Payment = tuple[tuple[Cell, int], ...]
"""Goods by District, in canonical order."""
NOBODY = -1
VERSION = 3
"""Of the rules; a game keeps the one it was dealt under."""

QuestionKind = Literal[
    "action_b",
    "discard",
    "find",
    "group",
    "hand",
    "main",
    "next",
    "occupy",
    "opponent",
    "option",
    "pay",
    "pile",
    "place",
    "recover",
    "respond",
    "source",
    "spend",
    "target",
    "time",
    "vote",
]
"""What a seat can be asked for."""


class Phase(StrEnum):
    """What is being done: decks are chosen and shuffled, then the phases of a turn (KM-28)."""

    DECKS = "decks"
    DEAL = "deal"
    START = "start"
    TIME = "time"
    DRAW = "draw"
    MAIN = "main"
    END = "end"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """The game has none."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What holds for the whole game; every state of the game shares it. ``first`` is drawn (KM-11)."""

    options: Options
    seats: int
    first: int = NOBODY
    version: int = VERSION


@record
class Piece:
    """A card in a player's zone: an Official, a Plan or a Long Event (KM-30, KM-40, KM-41)."""

    serial: int
    card: str
    time: int = 0
    counters: int = 0
    occupied: bool = False


@record
class Player:
    """What a player has. The hand is in the order drawn, the deck top first, the discard pile top last."""

    deck_name: str = ""
    """The starter deck chosen, ``own``, or nothing yet (KM-105)."""
    vp: int = 0
    support: Support = (0, 0, 0)
    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    zone: tuple[Piece, ...] = ()
    fulfilled: int = 0
    gone: bool = False
    """True if the player left for good (KM-85)."""
    wishes: Wishes = Wishes()


@record
class Lasting:
    """A modifier in force until the end of the build or of the turn, for whoever brought it (KM-114)."""

    name: str
    """The effect that brought it, by its name."""
    you: int
    until: str

    @property
    def modifier(self) -> Modifier:
        """What it changes."""
        effect = EFFECTS[self.name]
        assert isinstance(effect, ModifyEffect)
        return effect.modifier


@record
class Turn:
    """The turn under way: who, which, and what was used up in it."""

    number: int = 0
    round: int = 0
    active: int = NOBODY
    built: bool = False
    used: tuple[tuple[int, int], ...] = ()
    """Action[1]s used: serial of the card and place of the ability on it (KM-90)."""
    lasting: tuple[Lasting, ...] = ()


@record
class Build:
    """The Build phase under way (KM-49 to KM-66)."""

    pile: str = ""
    card: str = ""
    mode: Mode | None = None
    cell: Cell | None = None
    payment: Payment = ()
    barred: tuple[str, ...] = ()
    """Piles that cannot be chosen in this Build phase (KM-22)."""
    blocked: tuple[int, ...] = ()
    """Serials of Districts whose goods cannot pay (KM-59)."""
    stopped: bool = False
    serial: int = 0
    """The new card on the map, once it stands."""


@record
class Playing:
    """The Event being played, while others may respond (KM-38)."""

    card: str
    cancelled: bool = False


@record
class Vote:
    """A City Council vote: who declared what, votes added, support muted, ties (KM-68 to KM-76)."""

    declared: tuple[bool | None, ...]
    added: tuple[tuple[bool, int, int], ...] = ()
    """Side, group and number of votes."""
    muted: tuple[tuple[int, int], ...] = ()
    """Seat and group."""
    tie: bool | None = None
    cancelled: bool = False
    won: bool | None = None
    unanimous: bool = False


@record
class Window:
    """A response window: who was last asked, and who has passed since the last response (KM-81)."""

    on: WindowName
    last: int
    passed: frozenset[int] = frozenset()


@record
class Question:
    """What one seat is asked. ``about`` names the effect or cost it is for, ``options`` are notation."""

    kind: QuestionKind
    seat: int
    options: tuple[str, ...] = ()
    about: str = ""


@record
class Piles:
    """The planning zone, each pile top first; ``known``: all have seen the top of the first (KM-26)."""

    base: tuple[str, ...]
    residential: tuple[str, ...]
    commercial: tuple[str, ...]
    industrial: tuple[str, ...]
    public: tuple[str, ...]
    known: bool = False


@record
class State:
    """A position. ``agenda`` is what is still to be done, the next last; ``serial`` numbers cards in play."""

    deal: Deal
    phase: Phase
    city: City
    piles: Piles
    players: tuple[Player, ...]
    turn: Turn
    build: Build | None
    vote: Vote | None
    window: Window | None
    playing: Playing | None
    agenda: tuple[Task, ...]
    question: Question | None
    serial: int
