"""Playing bots while waiting for people, as pages offer it: without scripts, in time, and to nobody else."""

import re

import pytest
from django.test import Client

from games.models import Game, Seat
from games.rules import registry
from games.selectors.tables.facts import facts_of
from games.services.storage.news import ply_committed
from games.services.tables.bots import play_meanwhile
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, signed_in
from tests.tables import fresh, guest, running
from tests.views.opening import opened, text_of, url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
OFFER = "Play bots while you wait"
WAITS, STARTED = "We're still looking for players.", "Your other table has started."


@pytest.fixture(autouse=True)
def only_the_demo_which_bots_know(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.views.taught"})


def meanwhile(browser, table, level="2"):
    """Press the button, as a page without scripts does."""
    return browser.post(url("play_meanwhile", table), {"level": level})


def facts():
    """Return everything that a refused form must leave as it is."""
    return [*Seat.objects.order_by("pk").values_list("game", "index", "bot")], Game.objects.count()


def test_who_waits_is_one_press_from_a_game_and_sees_there_that_the_table_waits():
    table, hanna = opened(seats=3, listed=True)
    assert OFFER in text_of(hanna.get(url("table", table)))
    answer = meanwhile(hanna, table, "3")
    game = Game.objects.get(waits_at=table)
    assert answer.url == url("table", game)
    assert [seat.bot for seat in game.seats.all()] == [0, 3, 3]
    page = text_of(hanna.get(answer.url))
    assert WAITS in page and url("table", table) in page
    assert STARTED not in page
    assert meanwhile(hanna, table).url == answer.url


def test_also_who_is_not_the_host_may_but_nobody_who_looks_on():
    table, _ = opened(seats=3, listed=True)
    ben = guest("Ben")
    sit(table.pk, ben, "")
    assert OFFER in text_of(browser_of(ben).get(url("table", table)))
    assert OFFER not in text_of(Client().get(url("table", table)))
    assert meanwhile(browser_of(ben), table).status_code == 302


def test_what_each_level_is_like_stands_on_the_page_and_not_in_a_list_that_cuts_it_on_a_phone():
    table, hanna = opened(seats=3, listed=True)
    ben = guest("Ben")
    sit(table.pk, ben, "")
    for browser, is_host in ((hanna, True), (browser_of(ben), False)):
        page = text_of(browser.get(url("table", table)))
        assert re.findall(r'<option value="[1-4]"[^>]*>([^<]+)<', page) == [
            "Apprentice",
            "Neighbour",
            "Planner",
            "Mayor",
        ]
        # The host reads it where the free seats are filled.
        assert ('id="fill-levels"' in page, 'id="meanwhile-levels"' in page) == (is_host, not is_host)
        assert "Hard to beat." in page


def test_when_the_table_starts_the_page_says_so_and_leads_there():
    table, hanna = opened(seats=2, listed=True)
    address = meanwhile(hanna, table).url
    sit(table.pk, guest("Ben"), "")
    page = text_of(hanna.get(address))
    assert STARTED in page and WAITS not in page
    assert f'<a class="button primary" href="{url("table", table)}">Go to your other table</a>' in page


def test_a_newcomer_who_does_not_fill_the_table_is_told_of_on_every_page():
    table, hanna = opened(seats=3, listed=True)
    address = meanwhile(hanna, table).url
    sit(table.pk, guest("Ben"), "")
    assert WAITS in text_of(hanna.get(address))
    assert "joined your" in text_of(hanna.get("/you/notices/"))


def test_whoever_looks_at_the_bots_table_hears_of_the_start_at_once(django_capture_on_commit_callbacks):
    """The news name the game that is looked at, and its page is not taken for the same as before."""
    table, hanna = opened(seats=2, listed=True)
    meanwhile(hanna, table)
    game = Game.objects.get(waits_at=table)
    before, heard = facts_of([game.pk])[game.pk], []

    def hear(game_id, ply, **_):
        heard.append(game_id)

    ply_committed.connect(hear)
    with django_capture_on_commit_callbacks(execute=True):
        sit(table.pk, guest("Ben"), "")
    ply_committed.disconnect(hear)
    assert game.pk in heard
    after = facts_of([game.pk])[game.pk]
    assert before != after and not before.told_by_ply and not after.told_by_ply


def test_others_see_nothing_of_the_table_that_somebody_waits_at():
    table, hanna = opened(seats=2)
    address = meanwhile(hanna, table).url
    Game.objects.filter(waits_at=table).update(listed=True)
    page = text_of(Client().get(address))
    assert WAITS not in page and str(table.pk) not in page


def test_who_has_left_the_table_sees_nothing_of_it_any_more():
    hanna = guest("Hanna")
    table = open_table(hanna, Plan("demo", 3, {}, listed=True))
    sit(table.pk, guest("Ben"), "")
    game = play_meanwhile(table.pk, hanna, 2)
    leave(table.pk, hanna)
    page = text_of(browser_of(hanna).get(url("table", game)))
    assert WAITS not in page and STARTED not in page and str(table.pk) not in page


def test_forged_forms_deal_nothing():
    table, hanna = opened(seats=3, listed=True)
    private, _ = opened(seats=3)
    started, (anna, _) = running()
    account_of = account("rita")
    rated = open_table(account_of, Plan("demo", 3, {}, listed=True, rated=True))
    rita, eve = signed_in(account_of), browser_of(guest("Eve"))
    before = facts()
    for level in ("0", "5", "-1", "two", "", "２", "9" * 30):
        assert meanwhile(hanna, table, level).status_code == 400
    assert meanwhile(eve, table).status_code == 403
    assert meanwhile(Client(), table).status_code == 403
    assert meanwhile(eve, private).status_code == 404
    assert meanwhile(browser_of(anna), started).status_code == 409
    assert meanwhile(rita, rated).status_code == 409
    assert OFFER not in text_of(rita.get(url("table", rated)))
    assert hanna.get(url("play_meanwhile", table)).status_code == 405
    assert facts() == before


def test_pressing_twice_deals_one_game():
    table, hanna = opened(seats=3, listed=True)
    assert meanwhile(hanna, table).url == meanwhile(hanna, table, "4").url
    assert fresh(table).meanwhile.count() == 1
