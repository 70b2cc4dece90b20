"""Acts where no browser does: seats that left, idle tables, the site's housekeeping and its outbox.

Whatever is due is claimed in a short transaction before it is done, so two referees,
or one that crashed half-way, do no harm.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Any
from uuid import UUID

from django.db import close_old_connections, transaction
from django.utils import timezone

from games.models import Game
from games.rules.protocol import RulesError
from games.selectors.clocks.measures import auto_pass_times
from games.selectors.clocks.missing import MISSED
from games.selectors.stored.position import load_state
from games.services.background.faults import Faults
from games.services.clocks.bot_moments import forgive_bots
from games.services.clocks.reminders import remind
from games.services.clocks.timekeeping import IDLE_GAME_LIFE, give_back_absence, settle, wake_time
from games.services.delivery.outbox import send_all_but_mails, send_due
from games.services.play.door import play_default
from games.services.tables.leaving import expire
from games.services.upkeep import housekeeping
from games.services.upkeep.lifeless import is_lifeless

logger = logging.getLogger(__name__)
faults = Faults(logger)

INTERVAL, KEEPING_INTERVAL = 1.0, 30.0
POSTMEN = (INTERVAL, 5.0)
"""How often each looks for messages; the second is there while the first waits for slow addresses."""
LEASE = timedelta(seconds=30)
"""How long a claimed game is left alone; who claimed it and crashed is replaced after that."""
BATCH = 100


def watch(ending: Event) -> None:
    """Tick every second until the event is set; messages and housekeeping have threads of their own."""
    for name, work, interval in (
        *[("postman", send_due, interval) for interval in POSTMEN],
        # For a mail server that hangs both may be waiting at the same time.
        ("messenger", send_all_but_mails, INTERVAL),
        ("housekeeper", housekeeping.run, KEEPING_INTERVAL),
    ):
        Thread(target=_repeat, args=[work, interval, ending], name=name, daemon=True).start()
    _repeat(_Watch().look, INTERVAL, ending)


class _Watch:
    """Looks at the games and knows when it did last: while the site was stopped or slept, the bots were.

    Where that was later than now, the clock was set back.
    """

    def __init__(self) -> None:
        self._looked_at: datetime | None = None

    def look(self, now: datetime) -> None:
        """Attend to the games that are due; first give the bots back the time in which nobody looked."""
        if self._looked_at is None or abs(now - self._looked_at) >= MISSED:
            forgive_bots(now)
        self._looked_at = now
        tick(now)


def _repeat(work: Callable[[datetime], object], interval: float, ending: Event) -> None:
    """Work again and again until the event is set, whatever goes wrong meanwhile."""
    while not ending.wait(interval):
        try:
            _with_connection(work)
        except Exception as error:
            faults.note(work.__name__, error)
        else:
            faults.clear(work.__name__)


def _with_connection(work: Callable[[datetime], object]) -> None:
    """Work with a connection that is fit, and give it back; either may fail where the database is away."""
    try:
        close_old_connections()
        work(timezone.now())
    finally:
        close_old_connections()


def tick(now: datetime) -> int:
    """Attend to the games that are due; return how many."""
    due = Game.objects.filter(wake_at__lte=now).order_by("wake_at").values_list("pk", flat=True)
    return sum(_attend_safely(game_id, now) for game_id in list(due[:BATCH]))


def _attend_safely(game_id: UUID, now: datetime) -> bool:
    """Attend to one game; a broken one waits its lease out and stops no other."""
    job = f"attending to game {game_id}"
    try:
        done = _attend(game_id, now)
    except Exception as error:
        faults.note(job, error)
        Game.objects.filter(pk=game_id, wake_at__lte=now).update(wake_at=now + LEASE)
        return False
    if done:
        faults.clear(job)
    return done


def _attend(game_id: UUID, now: datetime) -> bool:
    with transaction.atomic(durable=True):
        free = Game.objects.select_for_update(skip_locked=True, of=("self",))
        game = free.filter(pk=game_id, wake_at__lte=now).first()
        if game is None:
            return False
        seats = _claim(game, now)
        remind(game, now)
    for seat in seats:
        _play_default(game_id, seat, now)
    return True


def _claim(game: Game, now: datetime) -> list[int]:
    """Settle what needs no move; return the seats to play for and lease the game meanwhile."""
    give_back_absence(game, now)
    state = load_state(game) if game.is_running else None
    waiting = game.ruleset.to_act(state) if state else frozenset()
    passing = auto_pass_times(game, state, waiting)
    seats = {*(settle(game, waiting, now) if waiting else ()), *_departing(game, state)}
    seats |= {seat for seat, moment in passing.items() if moment <= now}
    if game.is_over:
        game.wake_at = None
    elif seats and is_lifeless(game):
        seats = set()
        expire(game)
    elif seats:
        game.wake_at = now + LEASE
    elif waiting and not _is_forgotten(game, now):
        game.wake_at = wake_time(game, list(game.seats.all()), waiting, now, passing.values())
    else:
        expire(game)
    game.save(update_fields=["wake_at"])
    return sorted(seats)


def _departing(game: Game, state: Any) -> list[int]:
    """Return the seats that were given up and, in this title, are yet to leave for good."""
    leave = game.ruleset.leave
    if leave is None or state is None or game.paused_at:
        return []
    left = game.seats.filter(left=True, bot=0).values_list("index", flat=True)
    return [seat for seat in left if leave(state, seat)]


def _is_forgotten(game: Game, now: datetime) -> bool:
    """Tell whether nobody has moved for long in a game without clocks."""
    return game.pace == Game.Pace.NONE and (game.moved_at or now) + IDLE_GAME_LIFE <= now


def _play_default(game_id: UUID, seat: int, now: datetime) -> None:
    try:
        play_default(game_id, seat, now)
    except RulesError:
        logger.info("Game %s went on before the referee played for seat %s", game_id, seat)
