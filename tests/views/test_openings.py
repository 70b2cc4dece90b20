"""Nobody fills the lobby alone: how many tables one person or address may open in a short time."""

import time

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Game, Guest
from games.services.people import limits
from games.services.people.limits import count_use
from games.services.tables.leaving import leave
from games.views.start.openings import MOST_BY_ONE, SECONDS
from tests.tables import guest, play, running
from tests.views.opening import offered, text_of
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
FORM = {"name": "Anna", "seats": "2", "listed": "no", "seed": ""}


@pytest.fixture(autouse=True)
def few_for_an_address(settings):
    settings.TABLES_PER_ADDRESS = MOST_BY_ONE + 5


def open_one(client, **form):
    return client.post("/new/demo/", FORM | offered(client) | form)


def open_many(client):
    for _ in range(MOST_BY_ONE):
        assert open_one(client).status_code == 302


def test_who_opened_many_tables_is_told_when_the_next_may_be_opened():
    client = browser_of(guest("Anna"))
    open_many(client)
    answer = open_one(client)
    assert answer.status_code == 429
    assert "Try again in 10 min." in text_of(answer)
    assert SECONDS - 60 < int(answer.headers["Retry-After"]) <= SECONDS
    assert reverse("games:lobby") in text_of(answer)
    assert Game.objects.count() == MOST_BY_ONE


def test_the_time_begins_with_the_first_table_and_ends(monkeypatch):
    client, start = browser_of(guest("Anna")), time.time()
    open_many(client)
    monkeypatch.setattr(limits, "time", lambda: start + SECONDS - 90)
    assert "again in 2 min." in text_of(open_one(client))
    monkeypatch.setattr(time, "time", lambda: start + SECONDS + 1)
    monkeypatch.setattr(limits, "time", time.time)
    assert open_one(client).status_code == 302


def test_others_at_the_same_address_open_theirs():
    open_many(browser_of(guest("Anna")))
    assert open_one(browser_of(guest("Ben"))).status_code == 302


def test_an_address_has_a_bound_however_many_guests_it_makes(settings):
    for _ in range(settings.TABLES_PER_ADDRESS):
        assert open_one(Client()).status_code == 302
    assert open_one(Client()).status_code == 429
    assert Guest.objects.count() == settings.TABLES_PER_ADDRESS
    assert open_one(Client(REMOTE_ADDR="10.0.0.9")).status_code == 302


def test_the_addresses_of_one_household_open_together(settings):
    settings.TABLES_PER_ADDRESS = 3
    for number in range(3):
        assert open_one(Client(REMOTE_ADDR=f"2001:db8::{number:x}")).status_code == 302
    assert open_one(Client(REMOTE_ADDR="2001:db8::ffff")).status_code == 429
    assert open_one(Client(REMOTE_ADDR="2001:db8:0:1::1")).status_code == 302


def test_a_limit_outlasts_those_of_many_others():
    """Django's own cache in memory would keep no more than 300 entries, and drop any of them for new ones."""
    count_use("anna", "guess", 1, 60)
    for number in range(1000):
        count_use(f"name-{number}", "guess", 1, 60)
    with pytest.raises(limits.TooMany):
        count_use("anna", "guess", 1, 60)


def test_playing_now_counts_too():
    client = browser_of(guest("Anna"))
    open_many(client)
    answer = client.post(reverse("games:quick", args=["demo"]), {"seed": "", "pace": ""} | offered(client))
    assert answer.status_code == 429
    assert "Try again in" in text_of(answer)


def test_a_record_that_is_replayed_counts_for_its_address(settings):
    settings.TABLES_PER_ADDRESS = 1
    assert open_one(Client()).status_code == 302
    file = SimpleUploadedFile("x.json", b"{}")
    assert Client().post(reverse("games:import_record"), {"record": file}).status_code == 429


def test_a_wrong_form_costs_nothing():
    client = browser_of(guest("Anna"))
    for _ in range(MOST_BY_ONE):
        assert open_one(client, seats="9").status_code == 422
    assert open_one(client).status_code == 302


def test_a_rematch_is_free():
    game, viewers = running()
    client = browser_of(viewers[0])
    open_many(client)
    for notation in ("pick 1", "pick 2", "pick 3"):
        for viewer in viewers:
            play(game, viewer, notation)
    answer = client.post(reverse("games:rematch", args=[game.pk]), {"seed": ""} | offered(client))
    assert answer.status_code == 302
    assert Game.objects.filter(rematch_of=game).exists()


def test_a_rematch_of_what_was_not_played_to_its_end_counts_as_a_table():
    """Else whoever leaves a game alone and asks for another one deals without end."""
    game, viewers = running()
    client = browser_of(viewers[0])
    open_many(client)
    for viewer in viewers:
        leave(game.pk, viewer)
    answer = client.post(reverse("games:rematch", args=[game.pk]), {"seed": ""} | offered(client))
    assert answer.status_code == 429
    assert not Game.objects.filter(rematch_of=game).exists()


def test_without_the_cache_nobody_is_held_up(monkeypatch):
    monkeypatch.setattr(limits.cache, "get_or_set", lambda *_: 1 / 0)
    client = browser_of(guest("Anna"))
    open_many(client)
    assert open_one(client).status_code == 302
