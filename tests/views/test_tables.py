"""Before the start: opening, seeds, starting, leaving; and the rematch after the end."""

import re
import sys
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest
from django.test import Client

from games.models import Game, Guest, Seat
from games.rules import registry
from games.rules.protocol import Choice, option
from games.services.tables import sit
from tests.tables import guest, play, running
from tests.views.opening import invite_of, opened, text_of, url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
FORM = {"name": "Anna", "seats": "3", "listed": "no", "seed": "anna's seed"}


@pytest.fixture(autouse=True)
def only_the_demo(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})


# Opening


def test_one_form_makes_a_guest_and_a_table():
    client = Client()
    answer = client.post("/new/demo/", FORM)
    game = Game.objects.get()
    assert (answer.status_code, answer.url) == (302, url("table", game))
    seat = game.seats.get()
    assert (seat.name, seat.guest.name, bytes(seat.client_seed)) == ("Anna", "Anna", b"anna's seed")
    assert (game.seat_count, game.listed, game.options) == (3, False, {"lucky": False})
    assert len(game.commitment) == 64


def test_the_options_and_the_listing_are_those_of_the_form():
    Client().post("/new/demo/", {**FORM, "listed": "yes", "option_lucky": "on"})
    game = Game.objects.get()
    assert (game.listed, game.options) == (True, {"lucky": True})


def test_a_known_guest_keeps_the_name_whatever_is_posted():
    client = browser_of(guest("Ida"))
    client.post("/new/demo/", {**FORM, "name": "Somebody else"})
    assert Seat.objects.get().name == "Ida"
    assert Guest.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": "9"}, {"seats": "1"}, {"seats": ""}, {"seats": "zwei"}, {"listed": "perhaps"}, {"name": ""},
        {"seed": "x" * 65}, {"seed": "a\nb"}, {"seed": "a\0b"}, {"seed": "ż" * 40},
    ],
)  # fmt: skip
def test_a_wrong_form_is_shown_again_and_changes_nothing(wrong):
    answer = Client().post("/new/demo/", FORM | wrong)
    assert answer.status_code == 422
    assert 'class="errorlist"' in text_of(answer)
    assert not Game.objects.exists()
    assert not Guest.objects.exists()


def test_what_was_typed_is_kept_when_the_form_comes_back():
    page = text_of(Client().post("/new/demo/", {**FORM, "name": "x" * 30, "seed": "my own", "listed": "yes"}))
    assert f'value="{"x" * 30}"' in page
    assert 'value="my own"' in page
    assert "checked" in re.search(r'<input[^>]*id="demo-together-listed_1"[^>]*>', page).group()


def test_unknown_titles_are_not_there():
    for slug in ("chess", "point_city", "Demo", "demo-2"):
        assert Client().get(f"/new/{slug}/").status_code == 404
        assert Client().post(f"/new/{slug}/", FORM).status_code == 404


@dataclass(frozen=True, slots=True)
class SoloOptions:
    level: str = option("calm", "Level", "", (Choice("calm", "Calm"), Choice("wild", "Wild")), frozenset({1}))
    lucky: bool = option(False, "Lucky")


@pytest.fixture
def solo(demo, monkeypatch):
    """Offer a title that is also played alone, with a level that makes sense only then."""
    ruleset = replace(demo, slug="solo", seats=(1, 2, 3), options=SoloOptions)
    monkeypatch.setitem(sys.modules, "solo_ruleset", SimpleNamespace(RULESET=ruleset))
    monkeypatch.setattr(registry, "SLUGS", {"solo": "solo_ruleset"})
    registry._load.cache_clear()
    yield ruleset
    registry._load.cache_clear()


def test_playing_alone_is_one_form_with_the_level(solo):
    page = text_of(Client().get("/new/solo/"))
    alone = page[page.index('type="hidden" name="seats" value="1"') :]
    assert 'name="option_level"' in alone
    assert 'name="option_level"' not in page[: page.index('type="hidden" name="seats" value="1"')]
    client = Client()
    answer = client.post("/new/solo/", {"name": "Solveig", "seats": "1", "option_level": "wild", "seed": ""})
    game = Game.objects.get()
    assert (answer.status_code, game.is_running, game.options["level"]) == (302, True, "wild")
    assert not game.listed


# The table before the start


def test_the_host_sees_seats_invite_and_commitment():
    game, host = opened()
    page = text_of(host.get(url("table", game)))
    assert f"http://testserver{invite_of(game)}" in page
    assert "<svg" in page[page.index('class="qr"') :]
    assert f'data-copy="{game.commitment}"' in page
    assert page.count("A free seat") == 2
    assert '<bdi class="who">Hanna</bdi>' in page
    assert f'data-live="/ws/games/{game.pk}/"' in page


def test_the_host_may_start_only_with_company():
    game, host = opened()
    assert url("start", game) not in text_of(host.get(url("table", game)))
    refused = host.post(url("start", game))
    assert refused.status_code == 409
    assert 'role="alert"' in text_of(refused)
    sit(game.pk, guest("Ben"), "")
    assert url("start", game) in text_of(host.get(url("table", game)))
    assert host.post(url("start", game)).url == url("table", game)
    game.refresh_from_db()
    assert (game.is_running, game.seat_count) == (True, 2)


def test_others_may_not_start():
    game, _ = opened()
    ben = guest("Ben")
    sit(game.pk, ben, "")
    client = browser_of(ben)
    assert url("start", game) not in text_of(client.get(url("table", game)))
    assert client.post(url("start", game)).status_code == 403
    assert Game.objects.get().is_open


def test_a_seed_may_be_changed_until_the_start():
    game, host = opened(seats=2)
    assert host.post(url("seed", game), {"seed": " spaces stay "}).status_code == 302
    assert bytes(game.seats.get().client_seed) == b" spaces stay "
    assert host.post(url("seed", game), {"seed": "x" * 65}).status_code == 400
    sit(game.pk, guest("Ben"), "")
    assert host.post(url("seed", game), {"seed": "too late"}).status_code == 409
    assert bytes(game.seats.get(index=0).client_seed) == b" spaces stay "


def test_who_contributed_is_shown():
    game, host = opened()
    sit(game.pk, guest("Ben"), "")
    page = text_of(host.get(url("table", game)))
    assert page.count("added to the shuffle") == 1
    assert page.count("added nothing to the shuffle") == 1


def test_leaving_frees_the_seat_and_hands_the_table_on():
    game, host = opened(listed=True)
    ben = guest("Ben")
    sit(game.pk, ben, "")
    assert host.post(url("leave", game)).url == "/"
    game.refresh_from_db()
    assert (game.seats.get().name, game.host_index) == ("Ben", 1)
    assert host.post(url("leave", game)).status_code == 403


def test_the_last_to_leave_closes_the_table():
    game, host = opened(listed=True)
    host.post(url("leave", game))
    game.refresh_from_db()
    assert game.is_over
    assert "This table is closed" in text_of(Client().get(url("table", game)))
    assert "This table is closed" in text_of(Client().get(url("sit", game)))


# The rematch


def finished():
    game, viewers = running()
    for _ in range(3):
        for viewer in viewers:
            play(game, viewer, "pick 3")
    return game, [browser_of(viewer) for viewer in viewers]


def test_a_rematch_brings_both_to_one_new_table():
    game, (anna, ben) = finished()
    first = anna.post(url("rematch", game))
    second = ben.post(url("rematch", game), {"seed": "again"})
    after = Game.objects.get(rematch_of=game)
    assert first.url == second.url == url("table", after)
    assert after.is_running
    assert [seat.name for seat in after.seats.all()] == ["Player 0", "Player 1"]
    assert anna.get(first.url).status_code == ben.get(second.url).status_code == 200


def test_a_rematch_is_for_those_who_played_and_only_after_the_end():
    game, viewers = running()
    assert browser_of(viewers[0]).post(url("rematch", game)).status_code == 409
    done, _ = finished()
    assert browser_of(guest("Eve")).post(url("rematch", done)).status_code == 403
    assert not Game.objects.exclude(rematch_of=None).exists()
