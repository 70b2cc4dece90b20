"""What bots are to think about: a seat is claimed by a lease, and only what it may know is taken along."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import SystemRandom
from typing import Any
from uuid import UUID

from django.db import Error as DatabaseFault
from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Game, Seat
from games.services.faults import Faults
from games.services.measures import hides_who
from games.services.position import load_state

faults = Faults(logging.getLogger(__name__))

LEASE = timedelta(seconds=10)
"""For how long a seat is left to who claimed it: to think takes 5 seconds at most, the pause 3."""
BROKEN = timedelta(minutes=5)
"""For how long nobody tries a game again whose position cannot be read."""
LONGEST = 2.0
"""Seconds after which a bot makes the best move it has found; its budget usually ends long before."""
COVER = (0.6, 0.9)
"""Where nobody may learn who had a choice, a bot answers no sooner than so many seconds after its claim."""
MARGIN = timedelta(seconds=0.3)
"""What an answer needs on its way, and a move that is just being looked at until it is."""
WORTH_WAITING = 2.0
"""In so many seconds all bots that wait are to have thought."""
_RANDOM = SystemRandom()


@dataclass(frozen=True, slots=True)
class Task:
    """A decision of a bot: what its thinker is asked, when the answer is due, and what is played without."""

    game_id: UUID
    index: int
    ply: int
    question: dict[str, Any]
    default: str
    show_at: datetime
    lease: datetime


def waiting(now: datetime) -> QuerySet[Seat]:
    """Return the seats whose bots are to move and which nobody has claimed, those due first."""
    free = Q(bot_lease=None) | Q(bot_lease__lte=now)
    running = Q(game__status=Game.Status.RUNNING, game__paused_at=None)
    return Seat.objects.filter(free, running, bot__gt=0, bot_at__isnull=False).order_by("bot_at")


def claim(now: datetime, thinkers: int = 1, lease: timedelta = LEASE) -> Task | None:
    """Claim the next decision of a bot, and pass over what cannot be thought about; None if there is none."""
    count = waiting(now).count()
    share = min(1.0, WORTH_WAITING * thinkers / count) if count else 0.0
    while count and (claimed := _claimed(now, lease)):
        if task := _readable(*claimed, now, share):
            return task
    return None


def _readable(seat: Seat, game: Game, now: datetime, share: float) -> Task | None:
    """Return the task of a claimed seat; a game that is broken is left alone, so that the others go on."""
    job = f"reading game {seat.game_id} for a bot"
    try:
        task = _task(seat, game, now, share)
    except DatabaseFault:
        Seat.objects.filter(pk=seat.pk, bot_lease=seat.bot_lease).update(bot_lease=None)
        raise
    except Exception as error:
        faults.note(job, error)
        Seat.objects.filter(pk=seat.pk, bot_lease=seat.bot_lease).update(bot_lease=now + BROKEN)
        return None
    faults.clear(job)
    return task


@transaction.atomic(durable=True)
def _claimed(now: datetime, lease: timedelta) -> tuple[Seat, Game] | None:
    """Return a claimed seat and its game, read while the seat is locked: its moment is of that ply."""
    seat = waiting(now).select_for_update(skip_locked=True, of=("self",)).first()
    if seat is None:
        return None
    seat.bot_lease = now + lease
    seat.save(update_fields=["bot_lease"])
    return seat, Game.objects.get(pk=seat.game_id)


def _task(seat: Seat, game: Game, now: datetime, share: float) -> Task | None:
    ruleset, state = game.ruleset, load_state(game)
    if not game.is_running or seat.bot_at is None or seat.index not in ruleset.to_act(state):
        return None
    seconds, show_at = LONGEST * share, seat.bot_at
    if hides_who(ruleset, state, seat.index):
        # How long it thinks must not tell what it could do: it answers at a moment set before.
        show_at = max(seat.bot_at, now + timedelta(seconds=_RANDOM.uniform(*COVER)))
        seconds = (show_at - now - MARGIN).total_seconds()
    question = {
        "slug": game.ruleset_slug,
        "version": game.ruleset_version,
        "seat": seat.index,
        "seats": game.seat_count,
        "level": seat.bot,
        "seed": _RANDOM.getrandbits(48),
        "share": share,
        "seconds": min(seconds, LONGEST),
        "position": _concealed(ruleset, state, seat.index),
    }
    default = str(ruleset.default_move(state, seat.index))
    assert seat.bot_lease
    return Task(game.pk, seat.index, game.ply, question, default, show_at, seat.bot_lease)


def release(task: Task) -> None:
    """Let the seat be claimed anew, unless it has been."""
    Seat.objects.filter(game=task.game_id, index=task.index, bot_lease=task.lease).update(bot_lease=None)


def _concealed(ruleset: Any, state: Any, index: int) -> Any:
    """Return all that leaves this process of a position: what the seat could know itself."""
    return ruleset.dump(ruleset.brain.conceal(state, index)) if ruleset.brain else None
