"""What a response would make of a vote: found by trying it on the position (section 16)."""

from collections.abc import Iterator
from dataclasses import replace

from games.rules.karciane_miasto.city_events import VoteCancelled, VoteEnded
from games.rules.karciane_miasto.effects.council import council, verdict
from games.rules.karciane_miasto.engine import apply
from games.rules.karciane_miasto.moves import AnyMove, parse_move
from games.rules.karciane_miasto.show.view import VoteResult
from games.rules.karciane_miasto.state import State
from games.rules.protocol import Step

_ASKED = ("opponent", "group", "spend", "discard")
"""What a response may still ask before it has its effect."""


def vote_results(state: State, seat: int, move: AnyMove) -> tuple[VoteResult, ...]:
    """Return how the vote would stand after a response, one result for each way to answer what it asks."""
    return tuple(dict.fromkeys(_results(state, seat, move, VoteResult())))


def _results(state: State, seat: int, move: AnyMove, so_far: VoteResult) -> Iterator[VoteResult]:
    step = apply(state, seat, move)
    named = _named(so_far, move)
    question = step.state.question
    if ended := _ended(step, named):
        # What is asked from here on follows from how the vote ended, and changes nothing about it.
        yield ended
    elif question and question.seat == seat and question.kind in _ASKED and question.about:
        for option in question.options:
            yield from _results(step.state, seat, parse_move(option), named)
    else:
        won, unanimous = verdict(council(step.state))
        yield replace(named, won=won, unanimous=unanimous)


def _named(result: VoteResult, move: AnyMove) -> VoteResult:
    if move.kind == "opponent":
        return replace(result, seat=int(move.words[0]))
    return replace(result, group=move.words[0]) if move.kind == "group" else result


def _ended(step: Step[State], result: VoteResult) -> VoteResult | None:
    """Return the result with how the vote ended, or None while it goes on."""
    for event in step.events:
        if isinstance(event, VoteCancelled):
            return replace(result, cancelled=True)
        if isinstance(event, VoteEnded):
            return replace(result, won=event.won, unanimous=event.unanimous)
    return None
