"""What pages say of who is there: in the waiting room, in the lobby, and to those who want to be told."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Profile
from games.selectors.clocks.arithmetic import NO_CLOCK
from games.services.tables.seating import Plan, open_table
from tests.accounts import account, signed_in
from tests.tables import LIVE, guest, running
from tests.views.opening import table_of, text_of
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
HTMX = {"HX-Request": "true"}


def opened(host, pace=NO_CLOCK):
    return open_table(host, Plan("demo", 3, {}, listed=True, pace=pace))


def gone(game, span):
    game.seats.update(seen_at=timezone.now() - span)


@pytest.mark.parametrize(
    ("span", "words"), [(0, "just created"), (12, "open for 12\xa0minutes"), (150, "open for 2\xa0hours")]
)
def test_the_waiting_room_says_for_how_long_it_has_waited(span, words):
    host = guest("Hanna")
    game = opened(host)
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - span * MINUTE)
    page = table_of(game, host)
    assert words in page
    assert "No one else has joined yet." in page


def test_who_comes_by_reads_that_the_host_is_away_before_they_sit_down():
    game = opened(guest("Hanna"))
    gone(game, 36 * MINUTE)
    for name in ("table", "sit"):
        page = text_of(Client().get(reverse(f"games:{name}", args=[game.pk])))
        assert "away for over 30\xa0minutes" in page


def test_the_lobby_tells_whether_the_host_is_there_and_its_list_changes_with_that():
    game = opened(guest("Hanna"))
    answer = Client().get("/lobby/", headers=HTMX)
    assert "Host is here" in text_of(answer)
    seen = text_of(answer).split("seen=")[1].split('"')[0]
    assert Client().get("/lobby/", {"seen": seen}, headers=HTMX).status_code == 204
    gone(game, 36 * MINUTE)
    answer = Client().get("/lobby/", {"seen": seen}, headers=HTMX)
    assert "Host away for over 30\xa0minutes" in text_of(answer)


def test_a_poll_of_the_waiting_room_is_a_sign():
    host = guest("Hanna")
    game = opened(host)
    gone(game, 36 * MINUTE)
    browser_of(host).get(reverse("games:table", args=[game.pk]), {"since": 0}, headers=HTMX)
    assert timezone.now() - game.seats.get().seen_at < MINUTE


def test_who_can_be_reached_asks_to_be_told_and_takes_it_back():
    anna = account("anna")
    Profile.objects.filter(user_id=anna.user_id).update(webhook="https://example.org/hook")
    browser, game = signed_in(anna), opened(anna)
    address = reverse("games:tell", args=[game.pk])
    assert "We can tell you when a player joins" in table_of(game, browser)
    for wanted in ("yes", "no"):
        assert browser.post(address, {"wanted": wanted}).status_code == 302
        assert game.seats.get().wants_news == (wanted == "yes")


def test_guests_and_people_without_an_address_read_what_they_lack():
    host = guest("Hanna")
    assert "If you sign in, we can tell you" in table_of(opened(host), host)
    ben = account("ben")
    assert "We can't reach you yet" in table_of(opened(ben), signed_in(ben))


def test_with_a_live_clock_nobody_is_offered_to_be_told():
    host = guest("Hanna")
    assert 'id="tell"' not in table_of(opened(host, LIVE), host)


def test_a_running_table_shows_a_dot_with_words_for_everybody_and_none_alone():
    game, (anna, _) = running()
    page = table_of(game, anna)
    assert page.count('class="sign sign-here"><span class="vh">here</span>') == 2
    alone, (ben,) = running("point_city", seats=1)
    assert 'class="sign sign-' not in table_of(alone, ben)
