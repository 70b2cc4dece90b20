"""What a title tells a player that thinks ahead: what a seat may know, and what a position is worth to it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.rules.protocol import Draw, Move

State = TypeVar("State")
Parts = tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPlan:
    """How long and how well a player of one level thinks; budgets are counted in rollouts, never in time.

    In ``worlds`` imagined positions every move is looked at once. With ``heat`` the player then picks
    among them unevenly: a move that is so much worse, as in an even game, is chosen e times more seldom.
    With ``grain`` it takes any of the moves that are worse by less than that, but never the worst of all.
    ``breadth`` says how many of its own further choices it compares until the position is quiet; later
    ones are made by habit.

    The ``width`` best moves are followed in ``rollouts`` trials, at least ``plies`` decisions and ``turns``
    turns on and until the position is quiet: by everybody's reply or best at first sight or, if it is
    ``wild``, by ``pick`` or at random. With ``turns`` but without rollouts they are played out until so
    many positions were quiet, once in each world, with chance summed up exactly where the title lists it.
    The first look counts as ``trust`` trials.
    """

    worlds: int = 2
    heat: float = 0.0
    grain: float = 0.0
    breadth: tuple[int, ...] = ()
    width: int = 8
    rollouts: int = 0
    plies: int = 3
    turns: int = 0
    trust: float = 0.0
    wild: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Brain(Generic[State]):
    """What a title provides so that its seats can be played by a computer that knows no more than they.

    ``conceal(state, seat)`` is the one position that stands for all that the seat cannot tell apart: what
    is hidden from it lies in an order that follows from what it sees. Equal views after equal public
    histories conceal to equal positions. ``imagine(concealed, seat, draw)`` is one of those positions,
    by chance. ``assess(state)`` says for every seat how much it has of each of the ``parts``; weighed and
    added up that is what the position is worth to it, in points. ``weights`` holds a weight for each part
    by the number of seats. ``is_quiet(state)`` tells where a continuation may stop, such as at a new turn.

    ``chances(state)`` lists the moves of ``CHANCE`` with their probabilities where they are few; without
    it chance is sampled. ``pick(state, seat, draw, weights)`` is any legal move, found without listing all;
    ``reply(state, seat, draw, weights)`` is a good one, found at a glance: continuations go on by it instead
    of by comparing moves. ``sensible(state, seat)`` are the legal moves worth a look where most are not.
    All three may depend only on what the seat sees; what they weigh, they weigh by the weights they are
    given. ``manners(state, seat)`` are moves that nobody waits for, made once before a bot plays for a
    seat, such as to be asked also where it has nothing to choose: else whether it is asked tells what it
    holds. ``turn(state)`` counts the turns begun.
    ``lead`` is how many points ahead make winning about three times as likely as losing, and ``margin``
    how much of the value of an ended game is for the points between the players; the rest is for their
    places. ``plans`` are the four levels, from the weakest.
    """

    conceal: Callable[[State, int], State]
    imagine: Callable[[State, int, Draw], State]
    parts: tuple[str, ...]
    assess: Callable[[State], tuple[Parts, ...]]
    weights: Mapping[int, Parts]
    is_quiet: Callable[[State], bool]
    plans: tuple[SearchPlan, SearchPlan, SearchPlan, SearchPlan]
    lead: float
    chances: Callable[[State], Sequence[tuple[Any, float]]] | None = None
    pick: Callable[[State, int, Draw, Parts], Move] | None = None
    reply: Callable[[State, int, Draw, Parts], Move] | None = None
    sensible: Callable[[State, int], Sequence[Move]] | None = None
    turn: Callable[[State], int] | None = None
    margin: float = 0.5
    manners: Callable[[State, int], Sequence[Move]] | None = None

    def weights_for(self, seats: int) -> Parts:
        """Return the weights of that number of seats, or of the nearest that has some."""
        return self.weights[min(self.weights, key=lambda known: (abs(known - seats), known))]


def worth(brain: Brain[Any], state: Any, weights: Parts) -> tuple[float, ...]:
    """Return what a position is worth to each seat, in points."""
    return tuple(
        [
            sum([each * weight for each, weight in zip(row, weights, strict=True)])
            for row in brain.assess(state)
        ]
    )
