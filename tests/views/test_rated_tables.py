"""Rated tables and games alone that others may watch: who is offered them, and who may sit."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.services.tables.seating import Plan, open_table
from tests.accounts import signed_in
from tests.finished import account
from tests.tables import guest
from tests.views.opening import offered
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
FORM = {"seats": "2", "listed": "yes", "seed": ""}
ALONE = {"seats": "1", "seed": ""}


@pytest.fixture
def anna():
    return account("Anna")


def opened(browser, form, title="demo"):
    answer = browser.post(f"/new/{title}/", form | offered(browser))
    assert answer.status_code == 302
    return Game.objects.get()


def test_an_account_may_open_a_rated_table(anna):
    browser = signed_in(anna)
    assert 'name="rated"' in browser.get("/new/demo/").content.decode()
    game = opened(browser, {**FORM, "rated": "yes"})
    assert game.rated
    assert ">Rated<" in browser.get(reverse("games:table", args=[game.pk])).content.decode()


def test_a_table_is_for_fun_unless_somebody_says_otherwise(anna):
    assert not opened(signed_in(anna), FORM).rated


def test_a_guest_is_not_offered_it_and_cannot_have_it():
    browser = browser_of(guest("Gus"))
    assert 'name="rated"' not in browser.get("/new/demo/").content.decode()
    assert not opened(browser, {**FORM, "rated": "yes"}).rated


@pytest.mark.parametrize("browser", [Client, lambda: browser_of(guest("Gus"))])
def test_who_has_no_account_is_told_why_they_may_not_sit(anna, browser):
    game = open_table(anna, Plan("demo", 2, {}, listed=True, rated=True))
    sit = reverse("games:sit", args=[game.pk])
    asked, answered = browser().get(sit), browser().post(sit, {"name": "Gus", "seed": ""})
    assert (asked.status_code, answered.status_code) == (200, 409)
    for answer in (asked, answered):
        assert f"?next={sit}" in answer.content.decode()
    assert game.seats.count() == 1


def test_another_account_may_sit(anna):
    game = open_table(anna, Plan("demo", 2, {}, listed=True, rated=True))
    signed_in(account("Ben")).post(reverse("games:sit", args=[game.pk]), {"seed": ""})
    assert game.seats.count() == 2


def test_who_plays_alone_chooses_whether_others_may_watch(anna):
    browser = signed_in(anna)
    options = {"option_level": "easy"}
    assert not opened(browser, ALONE | options, "point-city").listed
    Game.objects.all().delete()
    shown = opened(browser, ALONE | options | {"listed": "yes"}, "point-city")
    assert (shown.listed, shown.rated) == (True, False)


def test_a_guest_alone_plays_in_private():
    browser = browser_of(guest("Gus"))
    assert not opened(browser, {**ALONE, "option_level": "easy", "listed": "yes"}, "point-city").listed
