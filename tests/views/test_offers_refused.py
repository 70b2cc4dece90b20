"""An offer that will not do brings the form again, with another offer and what was typed."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Guest, Seat
from games.rules import registry
from games.services.storage import offers
from games.services.storage.offers import LIFE
from tests.views.offering import (
    FORM,
    HTMX,
    NEW,
    assert_renewed,
    looked,
    offer_on,
    openers,
)
from tests.views.opening import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only_the_demo(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})


@pytest.fixture
def later(monkeypatch):
    """Return a function that lets so much time pass for offers."""

    def later(span):
        moment = timezone.now() + span
        monkeypatch.setattr(offers.timezone, "now", lambda: moment)

    return later


@pytest.mark.parametrize("way", range(3), ids=["new table", "quick start", "rematch"])
@pytest.mark.parametrize("fault", ["missing", "forged", "foreign", "expired", "forgotten", "used"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_the_form_comes_again_and_can_be_sent(way, fault, headers, later):
    client, page, address = openers()[way]
    token, _ = looked(client, page)
    if fault == "missing":
        token = ""
    elif fault == "forged":
        token = f"{token[:-1]}{'0' if token[-1] != '0' else '1'}"
    elif fault == "foreign":
        token, _ = looked(Client())
    elif fault == "expired":
        later(LIFE)
    elif fault == "forgotten":
        offers.OfferKey.objects.all().delete()
        offers._kept.clear()
    else:
        used = Client()
        used.cookies["csrftoken"] = client.cookies["csrftoken"].value
        used.post(NEW, FORM | {"offer": token})
        Guest.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    games = set(Game.objects.values_list("pk", flat=True))
    form = FORM | {"pace": "", "offer": token}
    renewed = assert_renewed(client.post(address, form, headers=headers), form)
    assert set(Game.objects.values_list("pk", flat=True)) == games
    assert client.post(address, form | {"offer": renewed}, headers=headers).status_code == 302
    seat = Seat.objects.get(offer=renewed.split(".")[0])
    assert (seat.game.commitment, bytes(seat.client_seed)) == (renewed.split(".")[1], b"anna's own")


def test_what_else_was_chosen_is_kept_too():
    page = text_of(Client().post(NEW, FORM | {"listed": "yes", "name": "Zoë"}))
    assert 'value="Zoë"' in page
    assert "checked" in re.search(r'<input[^>]*id="demo-listed_1"[^>]*>', page).group()
    assert "checked" in re.search(r'<input[^>]*id="demo-seats_1"[^>]*>', page).group()


def test_a_wrong_form_keeps_its_offer_and_so_its_commitment():
    """A new one would be fixed after the contribution was seen."""
    for client, page, address in openers():
        token, _ = looked(client, page)
        answer = client.post(address, FORM | {"offer": token, "seed": "x" * 65})
        assert answer.status_code == 422
        assert offer_on(text_of(answer))[0] == token


def test_what_the_browser_filled_in_unseen_does_not_come_back_as_though_it_was_typed():
    filled = {"seed": "0f" * 16, "seed_filled": "yes"}
    page = text_of(Client().post(NEW, FORM | filled))
    assert filled["seed"][:12] not in page
    assert "data-contribution" in page


def test_a_refused_visitor_is_no_guest_and_pays_nothing():
    client = Client()
    for _ in range(30):
        assert client.post(NEW, FORM).status_code == 409
    assert not Guest.objects.exists()
    assert client.post(NEW, FORM | {"offer": looked(client)[0]}).status_code == 302
