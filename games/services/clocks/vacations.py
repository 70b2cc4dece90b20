"""Vacations: while somebody is on one, the clocks of their day games stand."""

from datetime import datetime, timedelta

from django.db import transaction

from games.models import Game, Profile, Seat
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.selectors.clocks.arithmetic import clock_of
from games.selectors.stored.statements import locked_game
from games.services.clocks.timekeeping import give_back_absence, restart_clock, set_wake
from games.services.notices.calls import plan_anew
from games.services.storage.news import announce_on_commit

DAYS_A_YEAR = 30
DAY = timedelta(days=1)


class NoVacation(RulesError):
    """There are not so many days left, or they have been taken already."""


def days_left(profile: Profile, now: datetime) -> int:
    """Return how many days may still be taken; a vacation counts for the year it begins in."""
    return profile.vacation_days if profile.vacation_year == now.year else DAYS_A_YEAR


def is_away(profile: Profile, now: datetime) -> bool:
    """Tell whether the vacation lasts."""
    return profile.vacation_until is not None and profile.vacation_until > now


def mark_of(profile: Profile, now: datetime) -> str:
    """Return what a page says of the vacation it shows, so that the same form counts once."""
    return profile.vacation_until.isoformat() if profile.vacation_until and is_away(profile, now) else ""


@transaction.atomic
def begin(user_id: int, days: int, now: datetime, mark: str = "") -> Profile:
    """Begin a vacation of so many days, or prolong the one that lasts; ``mark`` is of what the page showed.

    Raises ``NoVacation`` if that has changed, or for more days than are left.
    """
    profile = Profile.objects.select_for_update().get(user_id=user_id)
    if mark != mark_of(profile, now):
        raise NoVacation(gettext_noop("Your vacation has changed since you opened this page."))
    left = days_left(profile, now)
    if not 0 < days <= left:
        raise NoVacation(gettext_noop("You don't have that many vacation days left this year."))
    from_when = profile.vacation_until if is_away(profile, now) else now
    assert from_when is not None
    return _change(profile, left - days, from_when + days * DAY, now)


@transaction.atomic
def end(user_id: int, now: datetime) -> Profile:
    """Come back early; whole days not taken may be taken later."""
    profile = Profile.objects.select_for_update().get(user_id=user_id)
    if not is_away(profile, now):
        return profile
    assert profile.vacation_until is not None
    unused = (profile.vacation_until - now) // DAY
    return _change(profile, min(days_left(profile, now) + unused, DAYS_A_YEAR), now, now)


def _change(profile: Profile, left: int, until: datetime, now: datetime) -> Profile:
    profile.vacation_days, profile.vacation_year, profile.vacation_until = left, now.year, until
    profile.save(update_fields=["vacation_days", "vacation_year", "vacation_until"])
    going = Game.objects.filter(status=Game.Status.RUNNING, pace=Game.Pace.DAYS)
    # Those too where no clock runs: a move that is under way may start one, and has not read of the vacation.
    mine = going.filter(seats__user_id=profile.user_id, seats__left=False)
    for game_id in mine.order_by("pk").values_list("pk", flat=True):
        game = locked_game(game_id)
        give_back_absence(game, now)
        _stop_until(game, profile.user_id, until, now)
    # After the games: a move that was under way in one of them may have called the person.
    plan_anew(profile, now)
    return profile


def _stop_until(game: Game, user_id: int, until: datetime, now: datetime) -> None:
    """Let the person's clock go on from then; what has run out already stays so."""
    running = Seat.objects.filter(game=game, user_id=user_id, clock_from__isnull=False, expired_at=None)
    for seat in running:
        if not clock_of(seat).is_out(now):
            restart_clock(seat, clock_of(seat).left_at(now), until, now)
            seat.save(update_fields=["time_left", "turn_left", "clock_from"])
            set_wake(game, now)
            announce_on_commit(game.pk, game.ply)
