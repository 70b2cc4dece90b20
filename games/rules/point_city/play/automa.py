"""The automa's turn in solo (PC-65 to PC-74)."""

from games.rules.point_city.board import automa_slots
from games.rules.point_city.packed import IS_CIVIC
from games.rules.point_city.play.reports import automa_took
from games.rules.point_city.play.turns import closing, gain, refill, without
from games.rules.point_city.state import State
from games.rules.protocol import Event, Step


def automa_turn(state: State) -> int:
    """Return the number of the automa's turn in progress, or of its next one (PC-73)."""
    return (state.turn + 1) // 2


def play_automa(state: State) -> Step[State]:
    """Take the crossing card and the one below, with tokens from the left, and refill (PC-68 to PC-71)."""
    slots = automa_slots(automa_turn(state))
    pair = tuple(state.market[slot] for slot in slots)
    civic = [IS_CIVIC[value] for value in pair]
    tokens = state.line[: sum(civic)]
    automa, _ = gain(state.cities[-1], pair, (), tokens)
    low, high = sorted(slots)
    after = refill(
        state, (low, high), (*state.cities[:-1], automa), without(state.line, tokens), state.discard
    )
    due = iter(tokens)
    events: list[Event] = [
        automa_took(slot, value, next(due, None) if is_civic else None)
        for slot, value, is_civic in zip(slots, pair, civic, strict=True)
    ]
    return Step(after, (*events, *closing(after, low, high)))
