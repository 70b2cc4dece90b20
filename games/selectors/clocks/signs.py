"""Signs of life of the people at a table: what they say to the others now."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import takewhile
from typing import Protocol

from games.models import Game
from games.selectors.clocks.arithmetic import AWAY, Presence, is_silent, patience_at, presence
from games.selectors.clocks.missing import is_missed

FRESH, USUALLY_FRESH = timedelta(seconds=5), timedelta(seconds=30)
"""How old a sign may become before a new one is written: at a table with a live clock, and elsewhere."""
RIPE = 0.5
"""The part of that age at which a sign is written along with those that are due: one commit for many."""
LONG_AGO, NEVER = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
AT_TABLE = (Game.Status.OPEN, Game.Status.RUNNING)
HOUR, DAY = 60, 24 * 60
STEPS = (1, 2, 3, 5, 10, 15, 20, 30, 45, *(HOUR * hours for hours in (1, 2, 3, 6, 12)))
"""The minutes that an absence is told in: a page that shows it changes only with the next of them."""


class PresenceTable(Protocol):
    """What decides at which tables somebody's presence matters: a game, or the facts of one."""

    status: str
    pace: str
    seat_count: int
    paused_at: datetime | None


class Place(Protocol):
    """What is known of a seat's holder: a seat, or the facts of one."""

    index: int
    left: bool
    bot: int
    bot_at: datetime | None
    bot_missed: bool
    seen_at: datetime | None
    acts_since: datetime | None
    spared_until: datetime | None
    wants_end: bool
    wants_news: bool


@dataclass(frozen=True, slots=True)
class Sign:
    """What the others see of one seat's holder: a ``Presence``, and for how many minutes somebody is away."""

    index: int
    presence: str = Presence.HERE.value
    minutes: int = 0
    is_silent: bool = False
    """Whether the others may decide what becomes of the seat."""
    bot: int = 0
    """The level of the bot that plays the seat; of a person 0."""

    @property
    def code(self) -> str:
        """The same in a few letters, by which a page says what it shows."""
        who = f"b{self.bot}" if self.bot else self.presence[0]
        return f"{who}{self.minutes or ''}{'!' if self.is_silent else ''}"


def has_presence(table: PresenceTable) -> bool:
    """Tell whether anybody could miss somebody at this table."""
    return table.status in AT_TABLE and table.seat_count > 1


def sign_of(table: PresenceTable, place: Place, now: datetime) -> Sign:
    """Return what is seen of a seat's holder; who left is never missed, a bot only when it is late."""
    if place.bot:
        runs = table.status == Game.Status.RUNNING and table.paused_at is None
        return Sign(place.index, is_silent=runs and is_missed(place, now), bot=place.bot)
    if place.left or not has_presence(table):
        return Sign(place.index)
    here = presence(place.seen_at, now, table.pace)
    if here is Presence.HERE:
        # Whose last sign is so new is not silent either: that takes longer.
        return _here(place.index)
    minutes = _minutes(place.seen_at, now) if here is Presence.AWAY and table.pace != Game.Pace.DAYS else 0
    silent = table.status == Game.Status.RUNNING and is_silent(table.pace, place, now)
    return Sign(place.index, here.value, minutes, silent)


@cache
def _here(index: int) -> Sign:
    """Return the sign of a seat whose holder is here, as almost all are: one object for each seat."""
    return Sign(index)


def _minutes(seen_at: datetime | None, now: datetime) -> int:
    """Return for how long somebody has been away, in steps; nothing if they were never seen."""
    if seen_at is None:
        return 0
    passed = int((now - seen_at).total_seconds() // 60)
    return passed // DAY * DAY or max(takewhile(lambda step: step <= passed, STEPS), default=0)


def minutes_open(status: str, created_at: datetime, now: datetime) -> int:
    """Return for how long an open table has waited, to the minute and after an hour to the hour."""
    if status != Game.Status.OPEN:
        return 0
    minutes = int((now - created_at).total_seconds() // 60)
    return minutes if minutes < HOUR else minutes // HOUR * HOUR


def signs_of(table: PresenceTable, places: Iterable[Place], now: datetime) -> tuple[Sign, ...]:
    """Return what is seen of everybody at a table where presence matters."""
    return tuple(sign_of(table, place, now) for place in places) if has_presence(table) else ()


def all_here_until(table: PresenceTable, places: Iterable[Place]) -> datetime:
    """Return until when all signs stay as they are shown if nothing is stored.

    While a bot is to move that is ``LONG_AGO``: nothing is promised of it.
    """
    if not has_presence(table):
        return NEVER
    signs = [place.seen_at or LONG_AGO for place in places if not (place.bot or place.left)]
    acting = [place.bot_at for place in places if place.bot and place.bot_at]
    return LONG_AGO if acting else min(signs, default=NEVER - AWAY) + patience_at(table.pace)


def code_of(signs: Iterable[Sign], bot_pace: str) -> str:
    """Return all signs of a table in a few letters, and where bots play, how fast they answer."""
    signs = tuple(signs)
    return "".join(sign.code for sign in signs) + bot_pace[:1] * any(sign.bot for sign in signs)


def is_told_by_ply(table: PresenceTable, places: Iterable[Place]) -> bool:
    """Tell whether two pages of a game at one ply differ at most in who is there and who wants a bot's seat.

    Clocks, what players agree on and what becomes of a seat that was left change without a ply, and so
    does what follows the end.
    """
    runs_untimed = table.status == Game.Status.RUNNING and table.pace == Game.Pace.NONE
    return runs_untimed and not any(place.left or place.wants_end or place.wants_news for place in places)


def is_stale(seen_at: datetime | None, now: datetime, pace: str, share: float = 1) -> bool:
    """Tell whether a sign is older than that share of the age at which a new one is due."""
    due = FRESH if pace == Game.Pace.LIVE else USUALLY_FRESH
    return seen_at is None or seen_at < now - due * share
