"""Bots that should have moved: one whose moment is long past is missed, as a person would be who is silent.

Nobody plays for the bots then. The others may decide, and at last the referee makes the default move.
Where the referee itself does not come, no clock ends a turn.
"""

from datetime import datetime, timedelta
from typing import Protocol

from games.models import Game, Seat

MISSED = timedelta(seconds=10)
"""How long after its moment a bot is missed by the others."""
GONE = timedelta(seconds=60)
"""How long after its moment the referee moves for a bot."""
STILL_GONE = timedelta(seconds=3)
"""The same once the referee had to move for it."""
REFEREE_LATE = timedelta(minutes=1)
"""How long after the moment of a game the referee must be out of order; it looks every second."""


class AwaitedBot(Protocol):
    """A seat, or the facts of one."""

    bot: int
    bot_at: datetime | None
    bot_missed: bool
    spared_until: datetime | None


def is_missed(seat: AwaitedBot, now: datetime) -> bool:
    """Tell whether a bot has kept the others waiting for so long that it must be out of order."""
    if seat.bot_at is None or (seat.spared_until and seat.spared_until > now):
        return False
    return seat.bot_missed or seat.bot_at + MISSED <= now


def referee_due_at(seat: AwaitedBot) -> datetime | None:
    """Return when the referee is to move for a bot that should have."""
    return seat.bot_at and seat.bot_at + (STILL_GONE if seat.bot_missed else GONE)


def is_gone(seat: AwaitedBot, now: datetime) -> bool:
    """Tell whether the referee is to move for a bot."""
    moment = referee_due_at(seat)
    return moment is not None and moment <= now


def some_are_missed(now: datetime) -> bool:
    """Tell whether a bot of any running game has missed its moment: so it is without the bots' process."""
    running = Seat.objects.filter(game__status=Game.Status.RUNNING, game__paused_at=None)
    late = running.filter(bot__gt=0, bot_at__lte=now - MISSED)
    return late.exclude(spared_until__gt=now).exists()


def some_wait_for_the_referee(now: datetime) -> bool:
    """Tell whether a game has been due for so long that no referee can be running."""
    return Game.objects.filter(wake_at__lte=now - REFEREE_LATE).exists()
