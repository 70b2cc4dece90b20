"""Keeps the clocks of a locked game: each ply stops and starts them, the referee sees what they demand."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter
from random import SystemRandom

from games.models import PLAYED_BY_PEOPLE, Game, Profile, Seat
from games.selectors.clocks.arithmetic import (
    LOOK,
    MAX_PAUSE,
    ZERO,
    Clock,
    Due,
    Turn,
    absence,
    clock_of,
    due,
    next_look,
    time_control_of,
    turned,
)
from games.selectors.clocks.missing import is_gone, referee_due_at
from games.selectors.stored.statements import CLOCK_FIELDS, write_clock
from games.selectors.viewers import holder_of
from games.services.clocks.bot_moments import redraw_moments
from games.services.clocks.own_turns import measure, take_from_turn
from games.services.notices.inbox import tell
from games.services.storage.news import announce_on_commit

IDLE_GAME_LIFE = timedelta(days=30)
LEFT_SEAT_DELAY = timedelta(seconds=1)
ABSENCE_FIELDS = ("clock_from", "expired_at", "seen_at")
_clock_row = attrgetter(*CLOCK_FIELDS)
_RANDOM = SystemRandom()


def set_clock(seat: Seat, clock: Clock) -> None:
    """Put a clock into the seat's row."""
    seat.time_left, seat.clock_from = clock.left, clock.since


@contextmanager
def clocks_of(game: Game) -> Iterator[list[Seat]]:
    """Yield the seats; then write the clocks that changed, and nothing else that somebody may be writing."""
    seats = list(game.seats.all())
    before = list(map(_clock_row, seats))
    yield seats
    # One statement for all seats and fields would cost Django more to compose than these cost together.
    for seat, row in zip(seats, before, strict=True):
        if (now := _clock_row(seat)) != row:
            write_clock(id=seat.pk, **dict(zip(CLOCK_FIELDS, now, strict=True)))


def restart_clock(seat: Seat, left: timedelta, since: datetime | None, now: datetime) -> None:
    """Let the seat have so much time left, running from a moment or standing without one.

    What the clock has measured until now is taken from the seat's own turn.
    """
    take_from_turn(seat, now)
    set_clock(seat, Clock(left, since))


def reset_clocks(game: Game, now: datetime) -> None:
    """Give every seat its full time before the first ply; with a live clock, also a minute to come back."""
    clocks = (
        {"time_left": time_control_of(game).full, "clock_from": None} if game.pace != Game.Pace.NONE else {}
    )
    signs = {"seen_at": now} if game.pace == Game.Pace.LIVE else {}
    game.seats.update(wants_news=False, **clocks, **signs)


def turn_clocks(game: Game, turn: Turn) -> None:
    """Stop, credit and start the clocks as a ply demands."""
    if game.pace == Game.Pace.NONE:
        return
    with clocks_of(game) as seats:
        away = vacation_ends(game, seats, turn.at)
        left = frozenset(seat.index for seat in seats if seat.left)
        turn = replace(turn, waiting=turn.waiting - left)
        if turn.undone:
            turn = replace(turn, lent=_lent(seats, turn))
        for seat in seats:
            clock = _turned(game, seat, turn)
            set_clock(seat, _begun_later(clock, away.get(seat.user_id, turn.at), turn.at))
            if seat.index == turn.seat or not clock.since:
                seat.expired_at = None
        _withdraw_votes(seats, turn.seat)


def _lent(seats: list[Seat], turn: Turn) -> timedelta:
    """Return how long the clocks ran of those who are no longer to act, as a move is taken back."""
    stopped = [seat for seat in seats if seat.index not in turn.waiting | {turn.seat}]
    # Who is on vacation has a clock that is yet to run.
    return max([ZERO, *(turn.at - seat.clock_from for seat in stopped if seat.clock_from)])


def _turned(game: Game, seat: Seat, turn: Turn) -> Clock:
    """Return a seat's clock after a ply."""
    control = time_control_of(game)
    if game.measure:
        return measure(seat, control, turn)
    return turned(clock_of(seat), control, turn, seat.index)


def _begun_later(clock: Clock, until: datetime, now: datetime) -> Clock:
    """Let a clock that was set going now stand until the end of its owner's vacation."""
    return Clock(clock.left, until) if clock.since == now else clock


def vacation_ends(game: Game, seats: list[Seat], now: datetime) -> dict[int | None, datetime]:
    """Return until when people are on vacation; only the clocks of day games mind."""
    if game.pace != Game.Pace.DAYS:
        return {}
    users = [seat.user_id for seat in seats if seat.user_id]
    away = Profile.objects.filter(user_id__in=users, vacation_until__gt=now)
    return dict(away.values_list("user_id", "vacation_until"))


def _withdraw_votes(seats: list[Seat], mover: int) -> None:
    """Drop the proposal to end the game when somebody plays on who does not want the end."""
    if any(seat.index == mover and not seat.wants_end for seat in seats):
        for seat in seats:
            seat.wants_end = False


def stop_clocks(game: Game, now: datetime) -> None:
    """Let every clock stand; questions about an expiry come again when the clocks go on."""
    with clocks_of(game) as seats:
        for seat in seats:
            restart_clock(seat, clock_of(seat).left_at(now), None, now)
            seat.expired_at = None


def pause_if_all_agree(game: Game, now: datetime) -> None:
    """Stop the clocks of a live game if all people at the table want a pause."""
    is_asked = game.pace == Game.Pace.LIVE and not game.paused_at
    if not is_asked or game.seats.filter(PLAYED_BY_PEOPLE, wants_pause=False).exists():
        return
    stop_clocks(game, now)
    game.paused_at = now
    game.save(update_fields=["paused_at"])
    set_wake(game, now)


def resume(game: Game, waiting: frozenset[int], now: datetime) -> None:
    """End a pause: the clocks of those who are to act go on."""
    with clocks_of(game) as seats:
        for seat in seats:
            if seat.index in waiting and not seat.left:
                seat.clock_from = now
            seat.wants_pause = False
    redraw_moments(game, now)
    game.paused_at = None
    game.save(update_fields=["paused_at"])


def wake_time(
    game: Game, seats: list[Seat], waiting: frozenset[int], now: datetime, moments: Iterable[datetime] = ()
) -> datetime:
    """Return when the referee should look at a running game with these seats again."""
    bots = [] if game.paused_at else filter(None, map(referee_due_at, seats))
    return min([_clocks_wake(game, seats, waiting, now), *moments, *bots])


def _clocks_wake(game: Game, seats: list[Seat], waiting: frozenset[int], now: datetime) -> datetime:
    empty = [seat for seat in seats if seat.left and not seat.bot]
    if any(seat.index in waiting for seat in empty) and not game.paused_at:
        return now + LEFT_SEAT_DELAY
    if game.pace == Game.Pace.NONE:
        return (game.moved_at or now) + IDLE_GAME_LIFE
    return _look_at_clocks(game, seats, now)


def _look_at_clocks(game: Game, seats: list[Seat], now: datetime) -> datetime:
    """Return when a clock demands something; while they run, the referee comes by before that too."""
    demand, by_then = next_look(game, seats), now + LOOK[Game.Pace(game.pace)]
    return demand if demand and (game.paused_at or demand < by_then) else by_then


def set_wake(game: Game, now: datetime) -> None:
    """Say anew when the referee should look, after a clock was set."""
    game.wake_at = _look_at_clocks(game, list(game.seats.all()), now)
    game.save(update_fields=["wake_at"])


def give_back_absence(game: Game, now: datetime) -> None:
    """Give the seats of a locked game back the time in which nobody looked at it: the site was away."""
    if not (away := absence(game, now)):
        return
    seats = list(game.seats.all())
    for seat in seats:
        for name in ABSENCE_FIELDS:
            setattr(seat, name, _later(getattr(seat, name), away, now))
    Seat.objects.bulk_update(seats, ABSENCE_FIELDS)
    game.wake_at = now
    game.save(update_fields=["wake_at"])
    announce_on_commit(game.pk, game.ply)


def _later(moment: datetime | None, away: timedelta, now: datetime) -> datetime | None:
    """Return a moment moved by an absence, but not beyond now; what is still to come stays."""
    return moment and max(moment, min(moment + away, now))


def settle(game: Game, waiting: frozenset[int], now: datetime) -> list[int]:
    """Do what the clocks demand without a move; return the seats for which one is to be played."""
    if game.paused_at:
        if game.paused_at + MAX_PAUSE <= now:
            resume(game, waiting, now)
            announce_on_commit(game.pk, game.ply)
        return []
    seats = list(game.seats.filter(index__in=waiting))
    _ask_the_others(game, [seat for seat in seats if due(game, seat, now) is Due.ASK], now)
    return [seat.index for seat in seats if _needs_move(game, seat, now)]


def _needs_move(game: Game, seat: Seat, now: datetime) -> bool:
    """Tell whether the referee is to move for a seat that is to act."""
    if seat.bot:
        return is_gone(seat, now)
    return seat.left or due(game, seat, now) is Due.DEFAULT


def _ask_the_others(game: Game, seats: list[Seat], now: datetime) -> None:
    for seat in seats:
        seat.expired_at = now
        seat.save(update_fields=["expired_at"])
        _tell_the_others(game, seat)
    if seats:
        announce_on_commit(game.pk, game.ply)


def _tell_the_others(game: Game, late: Seat) -> None:
    """Leave a notice for those who are to decide, unless they sit at a live table and see it."""
    if game.pace == Game.Pace.DAYS:
        for seat in game.seats.filter(left=False).exclude(pk=late.pk):
            tell(holder_of(seat), "time_over", game, holder_of(late), name=late.name)


def draw_waits(game: Game, turn: Turn) -> None:
    """Draw how long each seat that comes to a decision waits if it has nothing to choose (KM-83).

    It is drawn for all of them alike: who looks at the time learns nothing of what they hold.
    """
    clocks = game.ruleset.clocks
    if clocks and clocks.disguised_as:
        for seat in game.seats.all():
            if seat.index in turn.waiting and not turn.keeps(seat.index):
                seat.wait_share = _RANDOM.random()
                seat.save(update_fields=["wait_share"])
