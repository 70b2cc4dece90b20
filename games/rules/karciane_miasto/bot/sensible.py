"""The moves worth a thought: not all ways to swap or pass, and of the payments the one that wastes least."""

from games.rules.karciane_miasto.act.filters import card_of
from games.rules.karciane_miasto.act.piles import pile
from games.rules.karciane_miasto.act.targets import serial_of
from games.rules.karciane_miasto.bot.habits import effects_of
from games.rules.karciane_miasto.cards import CARDS, GROUPS, TYPES
from games.rules.karciane_miasto.flow.checks import listed
from games.rules.karciane_miasto.flow.main_phase import ACTIONS
from games.rules.karciane_miasto.moves import AnyMove, cell_text, parse_move
from games.rules.karciane_miasto.show.faces import is_unpaid
from games.rules.karciane_miasto.state import Question, State
from games.rules.karciane_miasto.text.effects import ModifyEffect
from games.rules.karciane_miasto.text.terms import CostModifier


def sensible(state: State, seat: int) -> tuple[AnyMove, ...]:
    """Return the legal moves of a seat among which it should choose."""
    question = state.question
    if question is None:
        return listed(state, seat)
    if question.kind == "pay":
        return (parse_move(_payment(state, question)),)
    moves = listed(state, seat)
    if question.kind == "source":
        # A card that does not please once it is seen can still be abandoned.
        return tuple(move for move in moves if move.kind == "take" and not _is_in_vain(state, move)) or moves
    if question.kind == "respond":
        # Who passes for longer is not asked any more, and that tells what it could not do (KM-83).
        return tuple(move for move in moves if move.kind != "pass" or not move.words)
    return _in_main(state, seat, moves) if question.kind == "main" else moves


def _is_in_vain(state: State, take: AnyMove) -> bool:
    """Tell whether a card is one that its taker cannot pay for (KM-50)."""
    name = take.words[0]
    return name in TYPES and is_unpaid(state, pile(state, name)[0])


def _in_main(state: State, seat: int, moves: tuple[AnyMove, ...]) -> tuple[AnyMove, ...]:
    """Return the main moves but a card played in vain, a swap without need, and a build that can wait."""
    ready = {piece.card for piece in state.players[seat].zone if not piece.occupied}
    left = [
        move
        for move in moves
        if not (move.kind == "play" and move.words[0] in ready)
        and (move.kind != "swap" or _may_help(state, seat, move))
    ]
    if any(_helps_build(state, move) for move in left):
        left = [move for move in left if move.kind != "build"]
    return tuple(left)


def _helps_build(state: State, move: AnyMove) -> bool:
    """Tell whether a move costs nothing of use and may make a build better: a Plan, an Official's help."""
    if move.kind == "play":
        return CARDS[move.words[0]].kind == "plan"
    if move.kind != "use" or not move.words[0].startswith("#"):
        return False
    card = card_of(state, serial_of(state, move.words[0])) or ""
    return (card, int(move.words[1])) in _CHEAPER


def _cheaper() -> frozenset[tuple[str, int]]:
    """Return the actions by which an Official makes builds cheaper this turn: card and place on it."""
    return frozenset(
        (card, at)
        for card, places in ACTIONS.items()
        for at in places
        for effect in effects_of(card, at)
        if isinstance(effect, ModifyEffect) and isinstance(effect.modifier, CostModifier)
    )


_CHEAPER = _cheaper()


def _may_help(state: State, seat: int, swap: AnyMove) -> bool:
    """Tell whether a swap costs what its player has most of, and no face-up card could be paid as it is."""
    own = state.players[seat].support
    if state.turn.built or swap.words[1] != GROUPS[own.index(max(own))]:
        return False
    tops = [cards[0] for name in TYPES if (cards := pile(state, name))]
    return all(is_unpaid(state, card) for card in tops)


def _payment(state: State, question: Question) -> str:
    """Return the first payment, or of a Rebuild the first that takes most of the goods it would remove."""
    build = state.build
    if build is None or build.mode != "rebuild" or build.cell is None:
        return question.options[0]
    under = f"{cell_text(build.cell)}*"

    def saved(option: str) -> int:
        return sum(int(part[len(under) :]) for part in option.split() if part.startswith(under))

    return max(question.options, key=saved)
