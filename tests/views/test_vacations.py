"""Vacations: the clocks of day games stand while their owner is away."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Profile
from games.selectors.clocks.arithmetic import GRACE, clock_of
from games.selectors.viewers import Viewer, profile_of
from games.services.clocks import vacations
from games.services.tables import agreements
from tests.tables import DAYS, LIVE, play, running, tick_then
from tests.views.opening import table_of, text_of

pytestmark = pytest.mark.django_db(transaction=True)
DAY = timedelta(days=1)


@pytest.fixture
def anna():
    user = get_user_model().objects.create_user("anna", password="a long password")
    profile_of(user)
    return user


@pytest.fixture
def annas_browser(anna):
    client = Client()
    client.force_login(anna)
    return client


def day_game_of(user):
    game, viewers = running(pace=DAYS)
    game.seats.filter(index=0).update(user=user, guest=None)
    return game, viewers[1]


def test_a_vacation_needs_an_account():
    for name in ("vacation", "end_vacation"):
        answer = Client().post(reverse(f"games:{name}"), {"days": 3})
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("account_login"))


def test_on_vacation_the_clocks_of_day_games_stand(anna, annas_browser):
    game, ben = day_game_of(anna)
    before = clock_of(game.seats.get(index=0)).left
    assert annas_browser.post(reverse("games:vacation"), {"days": 10}).status_code == 302
    seat = game.seats.get(index=0)
    until = Profile.objects.get(user=anna).vacation_until
    assert seat.clock_from == until
    assert before - timedelta(minutes=1) < seat.time_left <= before
    assert "on vacation until" in table_of(game, ben)
    tick_then(until)
    assert game.seats.get(index=0).expired_at is None
    tick_then(until + seat.time_left + GRACE)
    assert game.seats.get(index=0).expired_at


def test_a_clock_that_starts_during_a_vacation_starts_after_it(anna):
    game, ben = day_game_of(anna)
    play(game, Viewer(user_id=anna.pk), "pick 2")
    assert game.seats.get(index=0).clock_from is None
    until = vacations.begin(anna.pk, 5, timezone.now()).vacation_until
    Game.objects.filter(pk=game.pk).update(on_expiry=Game.Expiry.DEFAULT)
    play(game, ben, "pick 3")
    assert game.seats.get(index=0).clock_from == until


def test_a_clock_that_a_move_starts_while_a_vacation_begins_stands_all_the_same(anna, monkeypatch):
    game, _ = day_game_of(anna)
    play(game, Viewer(user_id=anna.pk), "pick 2")
    locked_game = vacations.locked_game

    def after_a_move(game_id):
        # It was under way, and has not read of the vacation.
        game.seats.filter(index=0).update(clock_from=timezone.now(), expired_at=None)
        return locked_game(game_id)

    monkeypatch.setattr(vacations, "locked_game", after_a_move)
    until = vacations.begin(anna.pk, 5, timezone.now()).vacation_until
    assert game.seats.get(index=0).clock_from == until


def test_a_vacation_gives_back_nothing_of_an_own_turn(anna):
    game, _ = day_game_of(anna)
    turn = {"turn_left": 2 * DAY, "time_left": 2 * DAY, "clock_from": timezone.now() - DAY}
    game.seats.filter(index=0).update(**turn)
    vacations.begin(anna.pk, 5, timezone.now())
    seat = game.seats.get(index=0)
    assert seat.turn_left == pytest.approx(DAY, abs=timedelta(minutes=1))
    assert seat.turn_left == seat.time_left


def test_coming_back_early_starts_the_clocks_and_gives_whole_days_back(anna, annas_browser):
    game, ben = day_game_of(anna)
    annas_browser.post(reverse("games:vacation"), {"days": 10})
    assert annas_browser.post(reverse("games:end_vacation")).status_code == 302
    profile = Profile.objects.get(user=anna)
    assert profile.vacation_days == 29
    assert not vacations.is_away(profile, timezone.now())
    assert game.seats.get(index=0).clock_from <= timezone.now()
    assert "on vacation" not in table_of(game, ben)


def test_a_year_has_thirty_days(anna, annas_browser):
    annas_browser.post(reverse("games:vacation"), {"days": 30})
    answer = annas_browser.post(reverse("games:vacation"), {"days": 1})
    assert answer.status_code == 422
    assert "You have 0 days left" in text_of(answer)
    assert "(UTC)." in text_of(answer)


def test_more_days_than_are_left_are_refused(anna, annas_browser):
    answer = annas_browser.post(reverse("games:vacation"), {"days": 31})
    assert answer.status_code == 422
    assert Profile.objects.get(user=anna).vacation_until is None


def test_each_year_has_its_own_days(anna):
    moment = timezone.now().replace(month=12, day=20)
    vacations.begin(anna.pk, 30, moment)
    profile = Profile.objects.get(user=anna)
    assert vacations.days_left(profile, moment) == 0
    assert vacations.days_left(profile, moment.replace(year=moment.year + 1)) == 30


def test_a_longer_vacation_is_added_to_the_end(anna):
    now = timezone.now()
    first = vacations.begin(anna.pk, 3, now).vacation_until
    assert vacations.begin(anna.pk, 4, now, first.isoformat()).vacation_until == first + 4 * DAY


def test_a_vacation_stops_no_live_clock(anna):
    game, _ = running(pace=LIVE)
    game.seats.filter(index=0).update(user=anna, guest=None)
    vacations.begin(anna.pk, 3, timezone.now())
    assert game.seats.get(index=0).clock_from <= timezone.now()


def test_the_same_form_sent_twice_takes_its_days_once(anna, annas_browser):
    form = {"days": 7, "until": ""}
    assert annas_browser.post(reverse("games:vacation"), form).status_code == 302
    until = Profile.objects.get(user=anna).vacation_until
    answer = annas_browser.post(reverse("games:vacation"), form)
    assert answer.status_code == 422
    assert "Your vacation has changed since you opened this page." in text_of(answer)
    assert Profile.objects.get(user=anna).vacation_until == until
    (mark,) = re.findall('name="until" value="([^"]+)"', text_of(answer))
    assert annas_browser.post(reverse("games:vacation"), form | {"until": mark}).status_code == 302
    assert Profile.objects.get(user=anna).vacation_until == until + 7 * DAY


def test_the_patience_of_the_others_starts_no_clock_during_a_vacation(anna):
    game, ben = day_game_of(anna)
    game.seats.filter(index=0).update(expired_at=timezone.now())
    until = vacations.begin(anna.pk, 5, timezone.now()).vacation_until
    agreements.decide(game.pk, ben, 0, "wait")
    assert game.seats.get(index=0).clock_from == until
