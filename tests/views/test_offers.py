"""Forms that open tables carry the offer of their page: what was fixed stands there before anything is sent."""

import re
from base64 import b64encode
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Game, Guest, Seat
from games.rules import registry
from games.selectors.viewers import GUEST_KEY
from games.services.storage import offers
from games.services.tables.leaving import abort
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, signed_in
from tests.tables import fresh, guest, running
from tests.threads import at_once
from tests.views.offering import (
    FORM,
    HTMX,
    NEW,
    OFFER,
    QUICK,
    assert_renewed,
    looked,
    offer_on,
    openers,
    rematch_page,
)
from tests.views.opening import text_of, url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def only_the_demo(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})


# Looking


def test_looking_at_a_page_makes_no_session_and_nobody_may_store_it():
    for address in ("/", NEW):
        client = Client()
        answer = client.get(address)
        assert bool(OFFER.search(text_of(answer))) == (address == NEW)
        assert set(answer.cookies) == {"csrftoken"}
        assert {"no-store", "private"} <= set(answer["Cache-Control"].split(", "))
        assert "Cookie" in answer["Vary"]
    assert not Guest.objects.exists()


def test_one_offer_serves_every_button_of_a_page_and_each_look_brings_another():
    client = Client()
    page = text_of(client.get(NEW))
    assert len(OFFER.findall(page)) == page.count('<form method="post" action="/new/') == 1
    assert page.count(' formaction="/new/demo/quick/') == 1
    assert offer_on(page) != looked(client)


def test_an_offer_costs_a_page_no_query(django_assert_max_num_queries):
    client = Client()
    client.get(NEW)
    with django_assert_max_num_queries(0):
        looked(client, NEW)


def test_neither_the_key_nor_the_seed_of_an_offer_leaves_the_server(monkeypatch):
    key = b"canary: the key of the whole day"
    monkeypatch.setattr(offers.fair, "new_seed", lambda: offers.fair.Secret(key))
    for client, page, address in openers():
        shown = text_of(client.get(page)) + text_of(client.post(address, FORM))
        assert bytes(offers.OfferKey.objects.get().key) == key
        for deal_id in {token.split(".")[0] for token in OFFER.findall(shown)}:
            seed = offers.fair.offered_deal(key, deal_id).server_seed
            for secret in (key, seed):
                for text in (secret.hex(), b64encode(secret).decode(), repr(bytes(secret))[2:-1]):
                    assert text not in shown


def test_what_was_fixed_stands_beside_the_contribution_folded_away():
    page = text_of(Client().get(NEW))
    folded = re.findall(r'<details class="seed">.*?</details>', page, re.DOTALL)
    assert folded
    assert all('name="seed"' in part and 'class="hash"' in part for part in folded)
    assert page.count('class="hash"') == len(folded)


def test_who_sits_down_later_sees_the_tables_commitment_beside_the_contribution():
    client, address = rematch_page()
    client.post(address, {"seed": "x", "offer": looked(client, address)[0]})
    table = Game.objects.get(status=Game.Status.OPEN)
    table.listed = True
    table.save()
    page = text_of(Client().get(url("sit", table)))
    part = re.search(r'<details class="seed">.*?</details>', page, re.DOTALL).group()
    assert 'name="seed"' in part
    assert table.commitment in part
    # The offer that names this form, so that it counts once, is shown to nobody.
    assert not OFFER.search(part)


def test_the_proof_says_what_each_player_added_and_who_did_not():
    game = open_table(guest("Hanna"), Plan("demo", 2, {}, listed=True, client_seed="<b>mine</b>"))
    proof = url("fair", game)
    assert "Players' seeds" not in text_of(Client().get(proof))
    sit(game.pk, guest("Ben"), "")
    assert added_to(game) == ["Hanna : &lt;b&gt;mine&lt;/b&gt;", "Ben : no seed"]
    # Somebody else has taken the seat over since.
    game.seats.filter(index=0).update(name="Dora", former=["guest:1"])
    assert added_to(game) == ["Seat 1: &lt;b&gt;mine&lt;/b&gt;", "Ben : no seed"]


def added_to(game):
    """Return what the page of a proof says that each seat added."""
    page = text_of(Client().get(url("fair", game)))
    part = re.search(r'id="contributions".*?</section>', page, re.DOTALL).group()
    lines = re.findall(r"<li>.*?</li>", part, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in lines]


# Taking it


@pytest.mark.parametrize("way", range(3), ids=["new table", "quick start", "rematch"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_what_a_page_showed_is_what_the_table_has(way, headers):
    client, page, address = openers()[way]
    token, commitment = looked(client, page)
    answer = client.post(address, FORM | {"pace": "", "offer": token}, headers=headers)
    seat = Seat.objects.get(offer=token.split(".")[0])
    assert (answer.status_code, answer.url) == (302, url("table", seat.game))
    assert (seat.game.commitment, bytes(seat.client_seed)) == (commitment, b"anna's own")


def test_playing_alone_shows_what_was_fixed_before_the_cards_are_dealt(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"point_city": "games.rules.point_city"})
    client = Client()
    token, commitment = looked(client, "/new/point-city/")
    form = {"name": "Solveig", "alone": "yes", "option_level": "easy", "seed": "", "offer": token}
    client.post("/new/point-city/", form)
    game = Game.objects.get()
    assert (game.is_running, game.commitment) == (True, commitment)


def test_nobody_but_the_player_contributes():
    """A browser without scripts sends what was typed: nothing, if it was nothing (row 5)."""
    client = Client()
    client.post(NEW, FORM | {"seed": "", "offer": looked(client)[0]})
    assert bytes(Seat.objects.get().client_seed) == b""
    assert "no seed" in text_of(client.get(url("table", Game.objects.get())))


@pytest.mark.parametrize("way", range(3), ids=["new table", "quick start", "rematch"])
def test_sent_twice_it_leads_to_one_table(way):
    client, page, address = openers()[way]
    form = FORM | {"pace": "", "offer": looked(client, page)[0]}
    games = Game.objects.count()
    one, other = client.post(address, form), client.post(address, form)
    assert (one.status_code, one.url) == (other.status_code, other.url)
    assert Game.objects.count() == games + 1


def test_two_tabs_with_one_offer_lead_to_one_table_also_for_another_button():
    client = Client()
    token = looked(client)[0]
    one = client.post(NEW, FORM | {"offer": token})
    other = client.post(QUICK, {"pace": "", "seed": "", "offer": token})
    assert one.url == other.url
    assert Game.objects.count() == 1


def test_a_stranger_who_pressed_twice_before_the_answer_came_has_the_seat():
    """The browser gave up the first answer, and with it the session in which the first guest was made."""
    first = Client()
    form = FORM | {"offer": looked(first)[0]}
    second = Client()
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    first.post(NEW, form)
    answer = second.post(NEW, form)
    seat = Seat.objects.get()
    assert (answer.url, second.session[GUEST_KEY]) == (url("table", seat.game), str(seat.guest_id))
    assert "Your seat" in text_of(second.get(answer.url))
    assert Guest.objects.count() == 1


def test_somebody_else_at_the_same_browser_does_not_get_the_seat():
    first = Client()
    form = FORM | {"offer": looked(first)[0]}
    first.post(NEW, form)
    late, member = Client(), signed_in(account("eve"))
    for client in (late, member):
        client.cookies["csrftoken"] = first.cookies["csrftoken"].value
    assert_renewed(member.post(NEW, form), form)
    Guest.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    assert_renewed(late.post(NEW, form), form)
    assert GUEST_KEY not in late.session
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", [NEW, QUICK])
def test_pressed_twice_at_one_moment_it_is_one_table_and_one_seat(address):
    client = Client()
    form = FORM | {"pace": "", "offer": looked(client)[0]}
    secret = client.cookies["csrftoken"].value
    browsers = [Client() for _ in range(4)]

    def press(browser):
        browser.cookies["csrftoken"] = secret
        return browser.post(address, form).url

    tables = at_once(*[lambda browser=browser: press(browser) for browser in browsers])
    assert len(set(tables)) == 1
    seat = Seat.objects.get()
    # Whichever answer the browser keeps, it is the guest who sits there.
    assert {browser.session[GUEST_KEY] for browser in browsers} == {str(seat.guest_id)}


# The rematch


def test_the_finished_table_leads_to_the_page_of_the_rematch_and_then_to_its_table():
    game, viewers = running()
    abort(fresh(game))
    anna, ben = map(browser_of, viewers)
    address = url("rematch", game)
    assert f'<a class="button primary" href="{address}">Rematch</a>' in text_of(ben.get(url("table", game)))
    token, _ = looked(anna, address)
    after = Game.objects.get(commitment=token.split(".")[1]) if anna.post(address, {"offer": token}) else None
    assert f'href="{address}">Join the rematch</a>' in text_of(ben.get(url("table", game)))
    assert ben.get(address).url == url("sit", after)
    assert anna.get(address).url == url("table", after)


def test_nobody_else_is_offered_a_rematch_and_nobody_before_the_end():
    game, viewers = running()
    for client in (browser_of(viewers[0]), browser_of(guest("Eve"))):
        assert client.get(url("rematch", game)).url == url("table", game)
    abort(fresh(game))
    assert browser_of(guest("Eve")).get(url("rematch", game)).url == url("table", game)
