"""When bots answer: after a pause that is drawn before anybody looks at what they could do.

A bot's moment stands in its seat until it has moved.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from random import SystemRandom

from django.db.models import Q

from games.bots.levels import DEFAULT_LEVEL
from games.models import Game, Seat
from games.selectors.clocks.arithmetic import Turn

ANSWER_SECONDS = {
    Game.BotPace.CALM: (1.8, 3.0),
    Game.BotPace.BRISK: (0.8, 1.4),
    Game.BotPace.ONCE: (0.05, 0.15),
}
"""The shortest and the longest pause before a bot's move, in seconds."""
FAR_AHEAD = timedelta(seconds=10)
"""No moment is drawn that far ahead: where one lies there, the clock of the machine was set back."""
_RANDOM = SystemRandom()


def draw_moment(game: Game, now: datetime) -> datetime:
    """Return when a bot that comes to a decision at this moment will answer, whatever it decides."""
    return now + timedelta(seconds=_RANDOM.uniform(*ANSWER_SECONDS[Game.BotPace(game.bot_pace)]))


def draw_moments(game: Game, seats: Iterable[Seat], turn: Turn) -> None:
    """Give every bot that came to a decision with this ply its moment; one still at it keeps its own."""
    for seat in seats:
        if seat.bot or seat.bot_at:
            moment = _moment(game, seat, turn)
            if moment != seat.bot_at:
                _set_moment(seat, moment)


def _moment(game: Game, seat: Seat, turn: Turn) -> datetime | None:
    if not seat.bot or seat.index not in turn.waiting:
        return None
    return seat.bot_at if seat.bot_at and turn.keeps(seat.index) else draw_moment(game, turn.at)


def _set_moment(seat: Seat, moment: datetime | None) -> None:
    seat.bot_at, seat.bot_lease = moment, None
    seat.save(update_fields=["bot_at", "bot_lease"])


def let_play(game: Game, seat: Seat, level: int, now: datetime) -> None:
    """Let a bot of a level play a seat from now on, or with level 0 none."""
    seat.bot, seat.bot_lease, seat.bot_missed = level, None, False
    seat.bot_at = draw_moment(game, now) if level and seat.acts_since and game.is_running else None
    seat.save(update_fields=["bot", "bot_at", "bot_lease", "bot_missed"])


def stand_in_level(game: Game) -> int:
    """Return the level of the bot that takes over from somebody who leaves; 0 where the title has none."""
    return DEFAULT_LEVEL if game.ruleset.brain else 0


def redraw_moments(game: Game, now: datetime) -> None:
    """Give all bots that are to act a new moment, such as after a pause of the game."""
    for seat in game.seats.filter(bot__gt=0, bot_at__isnull=False):
        _set_moment(seat, draw_moment(game, now))


def forgive_bots(now: datetime) -> None:
    """Let the bots whose moments are past answer from now on: they could not while the site was away.

    The same for moments far ahead, and claims from then: the clock of the machine was set back.
    """
    going = Game.objects.filter(status=Game.Status.RUNNING, paused_at=None)
    missed = Q(bot_at__lt=now) | Q(bot_at__gt=now + FAR_AHEAD)
    Seat.objects.filter(missed, game__in=going, bot__gt=0).update(bot_at=now, bot_lease=None)
