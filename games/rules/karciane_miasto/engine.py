"""Who acts, what they may do, and what comes of it (KM-81, KM-93)."""

from collections.abc import Callable

from games.rules.karciane_miasto.act.costs import pay
from games.rules.karciane_miasto.act.people import bury
from games.rules.karciane_miasto.act.play import Play, Steps
from games.rules.karciane_miasto.act.triggers import order, react
from games.rules.karciane_miasto.effects.kinds import resolve
from games.rules.karciane_miasto.flow import building, dealing, main_phase, paying, turns, voting, windows
from games.rules.karciane_miasto.flow.checks import check, listed
from games.rules.karciane_miasto.flow.leaving import leave
from games.rules.karciane_miasto.flow.wishing import ASIDE, wish
from games.rules.karciane_miasto.moves import AnyMove
from games.rules.karciane_miasto.state import Phase, State
from games.rules.karciane_miasto.tasks import Bury, CountDown, Do, Pay, React, Resolve, Task
from games.rules.protocol import CHANCE, Step

STEPS: Steps = {
    **turns.STEPS,
    **main_phase.STEPS,
    **building.STEPS,
    **paying.STEPS,
    **voting.STEPS,
    **windows.STEPS,
}


def to_act(state: State) -> frozenset[int]:
    """Return the seats that may move: all at the choice of decks, then one at a time (KM-81, KM-105)."""
    if state.question:
        return frozenset((state.question.seat,))
    if state.phase == Phase.DECKS:
        return frozenset(dealing.choosing(state))
    return frozenset((CHANCE,)) if state.phase == Phase.DEAL else frozenset()


def asks_for_deck(state: State, seat: int) -> bool:
    """Tell whether the seat is to choose its deck now (KM-105)."""
    return state.phase == Phase.DECKS and seat in to_act(state)


def legal_moves(state: State, seat: int) -> tuple[AnyMove, ...]:
    """Return what the seat may do, in canonical order; of payments and decks some."""
    return listed(state, seat) if seat in to_act(state) else ()


def apply(state: State, seat: int, move: AnyMove) -> Step[State]:
    """Check a move and carry it out, and everything that follows until somebody is asked."""
    check(state, seat, move)
    play = Play(state)
    if move.kind in ASIDE:
        wish(play, seat, move)
    elif move.kind == "leave":
        leave(play, seat)
        run(play)
    else:
        _answer(play, seat, move)
        run(play)
    return Step(play.freeze(), tuple(play.told))


def _answer(play: Play, seat: int, move: AnyMove) -> None:
    if seat == CHANCE:
        dealing.chance(play, move)
    elif play.question is None:
        dealing.choose(play, seat, move)
    else:
        kind = play.question.kind
        play.question = None
        ANSWERS.get(kind, _pick)(play, seat, move)


def _main(play: Play, seat: int, move: AnyMove) -> None:
    main_phase.ANSWERS[move.kind](play, seat, *move.words)


def _next(play: Play, seat: int, move: AnyMove) -> None:
    order(play, move.words[0], int(move.words[1]))


def _pick(play: Play, seat: int, move: AnyMove) -> None:
    """Give the text that asked its answer (KM-96)."""
    task = play.agenda.pop()
    assert isinstance(task, Resolve | Pay)
    answered = (*task.picks, str(move))
    if isinstance(task, Resolve):
        play.agenda.append(Resolve(task.context, task.effects, answered, task.left))
    else:
        play.agenda.append(Pay(task.context, task.text, task.at, answered, task.left))


def _pay(play: Play, seat: int, move: AnyMove) -> None:
    if play.build and not isinstance(play.agenda[-1], Pay):
        paying.declared(play, seat, move)
    else:
        _pick(play, seat, move)


def _group(play: Play, seat: int, move: AnyMove) -> None:
    if isinstance(play.agenda[-1], Resolve):
        _pick(play, seat, move)
    else:
        building.thanked(play, seat, move)


ANSWERS: dict[str, Callable[[Play, int, AnyMove], None]] = {
    "main": _main,
    "source": building.take,
    "place": building.placed,
    "pay": _pay,
    "group": _group,
    "action_b": building.use_action_b,
    "vote": voting.declared,
    "respond": windows.answer,
    "hand": turns.discarded,
    "next": _next,
    "time": turns.time_taken,
}
"""What an answer leads to, by what was asked; all others are answers to a text."""


def run(play: Play) -> None:
    """Do what is to be done until somebody is asked."""
    while play.agenda and play.question is None:
        _do(play, play.agenda.pop())


def _do(play: Play, task: Task) -> None:
    match task:
        case Do(step):
            STEPS[step](play)
        case Resolve():
            resolve(play, task)
        case Pay():
            pay(play, task)
        case React():
            react(play, task)
        case CountDown():
            turns.count_down(play, task)
        case Bury(seat, card):
            bury(play, seat, card)


def go_on(state: State) -> State:
    """Return the position in which somebody is asked."""
    play = Play(state)
    run(play)
    return play.freeze()
