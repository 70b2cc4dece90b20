"""What is still to be done, one record per kind; the engine carries out the last of the agenda first."""

from typing import Literal

from games.rules.karciane_miasto.text.terms import Event, Mode
from games.rules.records import record

StepName = Literal[
    "action_b",
    "ask",
    "build",
    "build_end",
    "built",
    "check",
    "count",
    "declare",
    "draw",
    "end",
    "enter",
    "exchanged",
    "fail",
    "goods",
    "hand",
    "main",
    "motion",
    "next",
    "offer",
    "place",
    "ready",
    "settle",
    "source",
    "stand",
    "start",
    "thanks",
    "time",
    "voted",
    "voted_down",
    "window_pay",
    "window_start",
    "window_vote",
]
"""The steps of a turn, a build, a vote or a card being played."""


@record
class Context:
    """What the names in a text mean while it is carried out (KM-107)."""

    you: int
    actor: int
    card: str
    """*self* by id."""
    serial: int = 0
    """*self* in play, or 0 for a card that is not."""
    cell: tuple[int, int] | None = None
    """The chosen cell, for Build text."""
    object: int = 0
    """The built card by its serial."""


@record
class Fired:
    """A trigger that fired (KM-116)."""

    event: Event
    actor: int
    object: int = 0
    mode: Mode | None = None


@record
class Resolve:
    """Carry out these effects in order; ``picks`` are the answers so far for the first of them.

    ``left`` is how often the first is still to be repeated, -1 before it begins.
    """

    context: Context
    effects: tuple[str, ...]
    picks: tuple[str, ...] = ()
    left: int = -1


@record
class Pay:
    """Pay the costs of a text in order: ``text`` is a card or an ability, ``at`` the cost (KM-48, KM-113)."""

    context: Context
    text: str
    at: int = 0
    picks: tuple[str, ...] = ()
    left: int = -1


@record
class React:
    """Carry out Reactions to a trigger: serial and place of the ability on the card (KM-93)."""

    fired: Fired
    queue: tuple[tuple[int, int], ...]


@record
class CountDown:
    """Take a time counter off each of the active player's Long Events that are left, by serial (KM-30)."""

    due: tuple[int, ...]


@record
class Bury:
    """Put a played Event on its owner's discard pile (KM-38)."""

    seat: int
    card: str


@record
class Do:
    """Do a step; the ``STEPS`` of the engine say what that is."""

    step: StepName


Task = Resolve | Pay | React | CountDown | Bury | Do
