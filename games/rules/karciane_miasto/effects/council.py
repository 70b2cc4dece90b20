"""The City Council's count, and the effects that change it (KM-71 to KM-73, KM-115)."""

from collections.abc import Callable, Sequence

from games.rules.karciane_miasto.act.asking import Answers
from games.rules.karciane_miasto.act.conditions import value
from games.rules.karciane_miasto.act.play import Play, Position
from games.rules.karciane_miasto.cards import GROUPS
from games.rules.karciane_miasto.city_events import (
    Declared,
    SupportMuted,
    TieDecided,
    VoteCancelled,
    VotesAdded,
)
from games.rules.karciane_miasto.state import Vote
from games.rules.karciane_miasto.tasks import Resolve
from games.rules.karciane_miasto.text.effects import (
    VoteAddEffect,
    VoteCancelEffect,
    VoteMuteEffect,
    VoteSwitchEffect,
    VoteTieEffect,
)
from games.rules.records import put, renewed

_MAJORITY = 2
"""So many Council votes win (KM-72)."""


def sums(position: Position) -> tuple[tuple[int, int], ...]:
    """Return per group the votes FOR and AGAINST as they stand (KM-71)."""
    vote = position.vote
    assert vote is not None
    return tuple(
        [(_side(position, vote, group, True), _side(position, vote, group, False)) for group in _ALL]
    )


_ALL = range(len(GROUPS))


def _side(position: Position, vote: Vote, group: int, side: bool) -> int:
    support = [
        position.players[seat].support[group]
        for seat, declared in enumerate(vote.declared)
        if declared is side and (seat, group) not in vote.muted
    ]
    return sum(support) + sum([n for to, at, n in vote.added if to is side and at == group])


def council(position: Position) -> tuple[bool, ...]:
    """Return per group whether the motion gets its Council vote (KM-71)."""
    vote = position.vote
    assert vote is not None
    return tuple([yes > no or (yes == no and vote.tie is True) for yes, no in sums(position)])


def verdict(council: Sequence[bool]) -> tuple[bool, bool]:
    """Return whether the motion is carried, and whether unanimously (KM-72)."""
    votes = sum(council)
    return votes >= _MAJORITY, votes in (0, len(council))


def _own_side(play: Play, answers: Answers) -> bool | None:
    """Return the side *you* have declared now."""
    return play.vote.declared[answers.context.you] if play.vote else None


def _add(play: Play, answers: Answers, effect: VoteAddEffect, _: Resolve) -> None:
    side, n = _own_side(play, answers), value(play, answers.context, effect.n)
    groups = [*_ALL] if effect.group == "each" else [answers.group()]
    if play.vote and side is not None:
        added = tuple([(side, group, n) for group in groups])
        play.vote = renewed(play.vote, added=play.vote.added + added)
        play.told += [VotesAdded(answers.context.you, side, GROUPS[group], n) for group in groups]


def _mute(play: Play, answers: Answers, effect: VoteMuteEffect, _: Resolve) -> None:
    seat, group = answers.seat(play, effect.who), answers.group()
    if play.vote:
        play.vote = renewed(play.vote, muted=(*play.vote.muted, (seat, group)))
        play.told.append(SupportMuted(seat, GROUPS[group]))


def _tie(play: Play, answers: Answers, effect: VoteTieEffect, _: Resolve) -> None:
    side = _own_side(play, answers)
    if play.vote and side is not None:
        play.vote = renewed(play.vote, tie=side)
        play.told.append(TieDecided(answers.context.you, side))


def _switch(play: Play, answers: Answers, effect: VoteSwitchEffect, _: Resolve) -> None:
    side, seat = _own_side(play, answers), answers.context.you
    if play.vote and side is not None:
        declared = play.vote.declared
        play.vote = renewed(play.vote, declared=put(declared, seat, not side))
        play.told.append(Declared(seat, not side))


def _cancel(play: Play, answers: Answers, effect: VoteCancelEffect, _: Resolve) -> None:
    if play.vote:
        play.vote = renewed(play.vote, cancelled=True)
        play.told.append(VoteCancelled(answers.context.you))


COUNCIL_EFFECTS: dict[str, Callable[..., None]] = {
    "vote_add": _add,
    "vote_mute": _mute,
    "vote_tie": _tie,
    "vote_switch": _switch,
    "vote_cancel": _cancel,
}
