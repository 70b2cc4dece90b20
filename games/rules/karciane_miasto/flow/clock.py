"""What a decision is for the clock, how long it may take, and what happens when that is over (KM-84)."""

from games.rules.clocks import DecisionClocks
from games.rules.karciane_miasto.flow.dealing import DECK_MOVES
from games.rules.karciane_miasto.flow.main_phase import END
from games.rules.karciane_miasto.flow.windows import PASSES
from games.rules.karciane_miasto.moves import AnyMove, parse_move
from games.rules.karciane_miasto.state import Phase, Question, State
from games.rules.protocol import CHANCE

_OWN_TURN = {"live": 150, "relaxed": 15 * 60, "letter": 48 * 3600}
_SECONDS = {
    "response": {"live": 15, "relaxed": 60, "letter": 12 * 3600},
    "moment": {"live": 3, "relaxed": 3, "letter": 3},
    "declaration": {"live": 30, "relaxed": 120, "letter": 24 * 3600},
    "choice": {"live": 30, "relaxed": 120, "letter": 24 * 3600},
    "turn": _OWN_TURN,
    "deck": _OWN_TURN,
    "discard": {"live": 30, "relaxed": 120, "letter": 24 * 3600},
}
"""Seconds by kind of decision and pace (KM-84); for a ``moment`` the fewest (KM-83)."""
_KINDS = {"main": "turn", "vote": "declaration", "hand": "discard", "discard": "discard"}


def kind_of(state: State, seat: int) -> str | None:
    """Return the kind of decision a seat is at (KM-84)."""
    question = state.question
    if state.phase == Phase.DECKS:
        player = state.players[seat]
        return None if player.deck_name or player.gone else "deck"
    if question is None or question.seat != seat:
        return None
    if question.kind == "respond":
        return "moment" if question.options == PASSES else "response"
    return _KINDS.get(question.kind, "choice")


# Whether who is asked always has a legal response, others are not told: not by the clock either (KM-83).
CLOCKS = DecisionClocks(kind_of=kind_of, seconds=_SECONDS, disguised_as={"moment": "response"})


def default_move(state: State, seat: int) -> AnyMove:
    """Return what happens when the time is over (KM-84)."""
    if state.phase == Phase.DECKS:
        return DECK_MOVES[0]
    if seat == CHANCE:
        raise ValueError("chance has no clock")
    question = state.question
    assert question is not None
    return parse_move(_default(state, question))


def _default(state: State, question: Question) -> str:
    match question.kind:
        case "main":
            return str(END)
        case "respond":
            return PASSES[0]
        case "vote":
            return question.options[question.seat != state.turn.active]
        case "place" | "source" | "action_b" | "pile":
            return question.options[-1]
        case "hand" | "discard":
            return f"discard {state.players[question.seat].hand[-1]}"
        case (
            "find" | "group" | "next" | "occupy" | "opponent" | "option" | "pay" | "recover" | "spend"
            | "target" | "time"
        ):  # fmt: skip
            return question.options[0]
