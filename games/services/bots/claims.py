"""What bots are to think about: a seat is claimed by a lease, and only what it may know is taken along."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any, NamedTuple
from uuid import UUID

from django.db import Error as DatabaseFault
from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Game, Seat
from games.selectors.clocks.measures import hides_who
from games.selectors.stored.position import load_state
from games.services.background.faults import Faults

faults = Faults(logging.getLogger(__name__))

LEASE = timedelta(seconds=10)
"""For how long a seat is left to who claimed it: to think takes 3 seconds at most, the pause 3."""
BROKEN = timedelta(minutes=5)
"""For how long nobody tries a game again whose position cannot be read."""
LONGEST = timedelta(seconds=2)
"""After so long a bot makes the best move it has found; its budget usually ends long before."""
WHOLE = timedelta(seconds=1)
"""What a level needs for all its trials; with less time it makes fewer."""
COVER = (0.6, 0.9)
"""Where nobody may learn who had a choice, a bot answers no sooner than so many seconds after its claim."""
MARGIN = timedelta(seconds=0.3)
"""What an answer needs on its way, and a move that is just being looked at until it is."""
WORTH_WAITING = timedelta(seconds=2)
"""How late an answer may be for the sake of thinking; the time until then is shared by all that wait."""
LATEST = timedelta(seconds=2.5)
"""So long after its moment a bot moves without thought, so that nobody waits longer than 3 seconds."""
GRACE = timedelta(seconds=1)
"""So long after its time is over nobody waits any more for a thinker, which may have had no processor."""
MOST_AT_ONCE, BATCHES = 16, 8
"""How many seats are claimed in one write: at most 16, and at most an eighth of those that wait."""
_RANDOM = SystemRandom()
Claimed = tuple[Seat, Game]


@dataclass(frozen=True, slots=True)
class Task:
    """A decision of a bot: what a thinker is asked, until when, when the move is shown, and the default."""

    game_id: UUID
    index: int
    ply: int
    question: dict[str, Any]
    default: str
    until: datetime
    show_at: datetime
    lease: datetime


class Times(NamedTuple):
    """For how long a bot is to think, until when its thinker is waited for, and when its move is shown."""

    thinking: timedelta
    until: datetime
    show_at: datetime


def waiting(now: datetime) -> QuerySet[Seat]:
    """Return the seats whose bots are to move and which nobody has claimed, those due first."""
    free = Q(bot_lease=None) | Q(bot_lease__lte=now)
    running = Q(game__status=Game.Status.RUNNING, game__paused_at=None)
    return Seat.objects.filter(free, running, bot__gt=0, bot_at__isnull=False).order_by("bot_at")


def claim(now: datetime, thinkers: int = 1, lease: timedelta = LEASE) -> list[Task]:
    """Claim the next decisions of bots, and pass over what cannot be thought about.

    It is one decision; where many wait, a batch of them, which are then thought about one after the other.
    """
    count = waiting(now).count()
    part = min(1.0, thinkers / count) if count else 0.0
    most = max(1, min(MOST_AT_ONCE, count // BATCHES))
    while count and (claimed := _claimed(now, most, lease)):
        if tasks := _readable(claimed, now, part):
            return tasks
    return []


def _readable(claimed: Sequence[Claimed], now: datetime, part: float) -> list[Task]:
    """Return the tasks of claimed seats; a game that is broken is left alone, so that the others go on."""
    tasks: list[Task] = []
    for each in claimed:
        job = f"reading game {each[1].pk} for a bot"
        try:
            task = _task(*each, now, part)
        except DatabaseFault:
            _set_lease(claimed, None)
            raise
        except Exception as error:
            faults.note(job, error)
            _set_lease([each], now + BROKEN)
            continue
        faults.clear(job)
        tasks += [task] if task else []
    return tasks


def _set_lease(claimed: Sequence[Claimed], until: datetime | None) -> None:
    """Let seats be claimed anew, at once or from a moment on, unless they have been."""
    (first, _), *_ = claimed
    keys = [seat.pk for seat, _ in claimed]
    Seat.objects.filter(pk__in=keys, bot_lease=first.bot_lease).update(bot_lease=until)


@transaction.atomic(durable=True)
def _claimed(now: datetime, most: int, lease: timedelta) -> list[Claimed]:
    """Return claimed seats and their games, read while the seats are locked: moments are of that ply."""
    seats = waiting(now).select_for_update(skip_locked=True, of=("self",))[:most]
    for seat in seats:
        seat.bot_lease = now + lease
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(bot_lease=now + lease)
    games = Game.objects.in_bulk({seat.game_id for seat in seats})
    return [(seat, games[seat.game_id]) for seat in seats]


def _task(seat: Seat, game: Game, now: datetime, part: float) -> Task | None:
    """Return what a thinker is asked; ``part`` is its share of the time that is left for all that wait."""
    ruleset, state = game.ruleset, load_state(game)
    if not game.is_running or seat.bot_at is None or seat.index not in ruleset.to_act(state):
        return None
    times = (_hidden if hides_who(ruleset, state, seat.index) else _open)(seat.bot_at, now, part)
    question = {
        "slug": game.ruleset_slug,
        "version": game.ruleset_version,
        "seat": seat.index,
        "seats": game.seat_count,
        "level": seat.bot,
        "seed": _RANDOM.getrandbits(48),
        "share": min(1.0, times.thinking / WHOLE),
        "seconds": times.thinking.total_seconds(),
        "position": _concealed(ruleset, state, seat.index),
    }
    default = str(ruleset.default_move(state, seat.index))
    assert seat.bot_lease
    until = min(times.until, now + times.thinking + GRACE)
    return Task(game.pk, seat.index, game.ply, question, default, until, times.show_at, seat.bot_lease)


def _open(moment: datetime, now: datetime, part: float) -> Times:
    """Return the times of a bot that answers at its moment, or later as soon as it has thought."""
    turn = (moment + WORTH_WAITING - now) * part
    return Times(_bounded(turn), moment + LATEST, show_at=moment)


def _hidden(moment: datetime, now: datetime, part: float) -> Times:
    """Return the times of a bot whose pause must not tell what it could do: its moment is set before."""
    show_at = max(moment, now + timedelta(seconds=_RANDOM.uniform(*COVER)))
    end, covered = show_at - MARGIN, moment - timedelta(seconds=COVER[1])
    turn = min(end - now, (max(end, covered + WORTH_WAITING) - now) * part)
    return Times(_bounded(turn), show_at if part == 1 else min(show_at, covered + LATEST), show_at)


def _bounded(turn: timedelta) -> timedelta:
    return max(timedelta(0), min(turn, LONGEST))


def release(task: Task) -> None:
    """Let the seat be claimed anew, unless it has been."""
    Seat.objects.filter(game=task.game_id, index=task.index, bot_lease=task.lease).update(bot_lease=None)


def _concealed(ruleset: Any, state: Any, index: int) -> Any:
    """Return all that leaves this process of a position: what the seat could know itself."""
    return ruleset.dump(ruleset.brain.conceal(state, index)) if ruleset.brain else None
