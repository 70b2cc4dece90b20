"""The lobby: what stands there in words, the filter, the list that refreshes itself, and playing now."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.selectors.clocks.arithmetic import TimeControl
from games.selectors.players.sanctions import Sanction
from games.selectors.tables.clocks import pace_words
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, block, signed_in
from tests.tables import guest, running
from tests.views.opening import offered, text_of
from tests.views.people import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HTMX = {"HX-Request": "true"}
LIVE, DAYS = TimeControl("live", 600, 5), TimeControl("days", 3 * 86400)


def opened(host="Hanna", seats=3, slug="demo", **more):
    viewer = host if not isinstance(host, str) else guest(host)
    return open_table(viewer, Plan(slug, seats, more.pop("options", {}), **{"listed": True, **more}))


def page(client=None, **query):
    answer = (client or Client()).get("/lobby/", query)
    assert answer.status_code == 200
    return text_of(answer)


def listed(html):
    return set(re.findall(r'id="go-([0-9a-f-]{36})"', html))


def keys(*games):
    return {str(game.pk) for game in games}


def test_a_table_tells_its_title_options_people_pace_and_whether_it_is_rated():
    game = opened(account("hanna"), pace=LIVE, rated=True, options={"lucky": True})
    html = page()
    for words in (
        "Demo",
        "A hit scores double: yes",
        "<bdi>hanna</bdi>",
        "1 of 3 seats",
        "Live: 10 min + 5 s per move",
        "rated",
    ):
        assert words in html
    assert f'href="{reverse("games:sit", args=[game.pk])}"' in html


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (TimeControl(), "No clock"),
        (LIVE, "Live: 10 min + 5 s per move"),
        (TimeControl("days", 86400), "1 day per move"),
        (DAYS, "3 days per move"),
    ],
)
def test_paces_in_words(pace, words):
    assert pace_words(pace) == words


def test_private_running_and_closed_tables_are_not_listed():
    shown, hidden = opened(), opened(listed=False)
    started, _ = running()
    html = page()
    assert listed(html) == keys(shown)
    assert str(hidden.pk) not in html
    assert str(started.pk) not in html


def test_the_filter_narrows_the_list_and_its_address_can_be_shared():
    demo, live, days = opened(seats=2), opened(seats=4, pace=LIVE), opened(seats=4, pace=DAYS)
    point = opened(seats=4, slug="point_city")
    assert listed(page()) == keys(demo, live, days, point)
    assert listed(page(title="demo")) == keys(demo, live, days)
    assert listed(page(pace="live")) == keys(live)
    assert listed(page(free="3")) == keys(live, days, point)
    html = page(title="demo", pace="days")
    assert listed(html) == keys(days)
    assert '<option value="days" selected>' in html


@pytest.mark.parametrize("odd", ["\0", "x", "-1", "9" * 40, "' --", "٣"])
@pytest.mark.parametrize("field", ["title", "free", "pace", "seen"])
def test_a_filter_that_means_nothing_is_none(field, odd):
    game = opened()
    assert listed(page(**{field: odd})) == keys(game)


def test_an_empty_lobby_says_what_to_do():
    assert "Anyone online" in page()


def test_the_list_asks_for_itself_and_an_unchanged_one_is_not_sent():
    opened()
    html = page(title="demo")
    again = re.search(r'hx-get="(/lobby/\?[^"]+)" hx-trigger="every 5s"', html)[1].replace("&amp;", "&")
    assert "title=demo" in again
    unchanged = Client().get(again, headers=HTMX)
    assert (unchanged.status_code, unchanged.content) == (204, b"")
    more = opened()
    changed = Client().get(again, headers=HTMX)
    assert changed.status_code == 200
    assert text_of(changed).lstrip().startswith('<section id="list"')
    assert str(more.pk) in text_of(changed)
    fresh = re.search(r'hx-get="(/lobby/\?[^"]+)"', text_of(changed))[1].replace("&amp;", "&")
    assert Client().get(fresh, headers=HTMX).status_code == 204


def test_somebody_who_sits_down_changes_the_list():
    game = opened()
    seen = re.search(r"seen=([0-9a-f]+)", page())[1]
    sit(game.pk, guest("Ben"), "")
    answer = Client().get("/lobby/", {"seen": seen}, headers=HTMX)
    assert "<bdi>Ben</bdi>" in text_of(answer)


def test_going_back_in_the_browser_brings_the_whole_page():
    headers = HTMX | {"HX-History-Restore-Request": "true"}
    assert "<html" in text_of(Client().get("/lobby/", headers=headers))


def test_an_own_table_leads_to_the_table():
    me = guest("Ida")
    game = opened(me)
    assert f'href="{reverse("games:table", args=[game.pk])}"' in page(browser_of(me))


def test_a_block_hides_the_table_from_the_other():
    anna, eve = account("anna"), account("eve")
    game = opened(anna)
    block(anna, eve)
    assert listed(page(signed_in(eve))) == set()
    assert listed(page()) == keys(game)


def test_names_are_escaped():
    opened().seats.update(name="<script>x</script>")
    assert "<bdi>&lt;script&gt;x&lt;/script&gt;</bdi>" in page()


def test_few_queries_however_many_tables(django_assert_max_num_queries):
    for _ in range(12):
        opened()
    client = signed_in(account("ida"))
    page(client)
    with django_assert_max_num_queries(7):
        assert len(listed(page(client))) == 12


# Play now


def quick(client, slug="demo", **data):
    return client.post(reverse("games:quick", args=[slug]), data | offered(client))


def test_a_stranger_plays_now_with_nothing_but_a_name():
    answer = quick(Client(), name="Anna", seed="a", pace="")
    game = Game.objects.get()
    assert (answer.status_code, answer.url) == (302, reverse("games:table", args=[game.pk]))
    assert (game.listed, game.is_open) == (True, True)
    assert quick(Client(), name="Ben").url == answer.url
    game.refresh_from_db()
    assert game.is_running


@pytest.mark.parametrize("wrong", [{"name": "x" * 41}, {"pace": "now"}, {"seed": "x" * 65}])
def test_a_wrong_form_comes_back_and_opens_nothing(wrong):
    answer = quick(Client(), **{"name": "Anna"} | wrong)
    assert answer.status_code == 422
    assert "errorlist" in text_of(answer)
    assert not Game.objects.exists()


def test_who_is_banned_is_told_so():
    eve = account("eve")
    Sanction.objects.create(user_id=eve.user_id, kind=Sanction.Kind.SITE, reason="x")
    answer = quick(signed_in(eve))
    assert answer.status_code == 403
    assert "banned" in text_of(answer)


def test_looking_is_not_playing():
    assert Client().get(reverse("games:quick", args=["demo"])).status_code == 405
    assert Client().post("/new/chess/quick/", {"name": "Anna"}).status_code == 404


def test_the_start_page_offers_it_for_every_title():
    html = text_of(Client().get("/"))
    for slug in ("point-city", "card-city", "machi-koro-2", "karciane-miasto"):
        assert f'href="/new/{slug}/"' in html
        assert f'formaction="/new/{slug}/quick/"' in text_of(Client().get(f"/new/{slug}/"))
    assert 'href="/lobby/"' in html


# A seat refused


def test_who_is_not_welcome_reads_that_and_nothing_more():
    anna, eve = account("anna"), account("eve")
    game = opened(anna)
    block(anna, eve)
    client = signed_in(eve)
    answer = client.post(reverse("games:sit", args=[game.pk]), {"seed": ""})
    html = text_of(answer)
    assert answer.status_code == 409
    assert "join this table." in html
    assert "block" not in html.replace("Friends and blocks", "")
    assert game.seats.count() == 1
