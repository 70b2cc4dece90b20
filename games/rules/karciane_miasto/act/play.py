"""A position while a move is carried out: its parts, each a frozen value, and what has happened so far."""

from collections.abc import Callable, Iterator, Mapping

from games.rules.karciane_miasto.state import Phase, Player, Question, State
from games.rules.karciane_miasto.tasks import StepName, Task
from games.rules.protocol import Event


class Asked(Exception):
    """A player has to choose before a text can go on."""

    def __init__(self, question: Question) -> None:
        """Take what is asked."""
        super().__init__(question)
        self.question = question


class Play:
    """The parts of a state, to be exchanged one by one; ``freeze`` makes a state of them again."""

    __slots__ = (
        "agenda",
        "build",
        "city",
        "deal",
        "phase",
        "piles",
        "players",
        "playing",
        "question",
        "serial",
        "told",
        "turn",
        "vote",
        "window",
    )

    def __init__(self, state: State) -> None:
        """Begin from a state."""
        self.deal = state.deal
        self.phase = state.phase
        self.city = state.city
        self.piles = state.piles
        self.players = state.players
        self.turn = state.turn
        self.build = state.build
        self.vote = state.vote
        self.window = state.window
        self.playing = state.playing
        self.agenda = list(state.agenda)
        self.question = state.question
        self.serial = state.serial
        self.told: list[Event] = []

    def freeze(self) -> State:
        """Return the state that has come about."""
        return State(
            self.deal,
            self.phase,
            self.city,
            self.piles,
            self.players,
            self.turn,
            self.build,
            self.vote,
            self.window,
            self.playing,
            tuple(self.agenda),
            self.question,
            self.serial,
        )

    def first_do(self, *tasks: Task) -> None:
        """Put tasks before everything else that is still to be done, in this order."""
        self.agenda += reversed(tasks)

    def set_player(self, seat: int, player: Player) -> None:
        """Exchange what a player has."""
        self.players = (*self.players[:seat], player, *self.players[seat + 1 :])

    def next_serial(self) -> int:
        """Return a number that no card in play has had."""
        self.serial += 1
        return self.serial - 1


Position = State | Play
"""What questions about a position take: it can be asked while a move is carried out."""
Steps = Mapping[StepName, Callable[[Play], None]]
"""What each step does."""


def staying(position: Position) -> tuple[int, ...]:
    """Return the seats whose players have not left for good (KM-85)."""
    return tuple([seat for seat, player in enumerate(position.players) if not player.gone])


def clockwise(position: Position, after: int) -> Iterator[int]:
    """Yield the seats that still play in turn order, beginning left of a seat, which comes last (KM-11)."""
    seats = len(position.players)
    for step in range(1, seats + 1):
        seat = (after + step) % seats
        if not position.players[seat].gone:
            yield seat


def opponents(position: Position, seat: int) -> tuple[int, ...]:
    """Return the other seats that still play."""
    return tuple([one for one in staying(position) if one != seat])


def is_over(position: Position) -> bool:
    """Tell whether the game is over."""
    return position.phase == Phase.OVER
