"""The deck of a seat: chosen on the way in or at the open table, and known to nobody else."""

import json
import re

import pytest
from django.contrib.auth import get_user_model
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from games.live.rooms.scene import look
from games.models import Deck, Game, Seat
from games.rules import registry
from games.selectors.games import invite_code
from games.selectors.viewers import Viewer
from games.services.people.export import export_account, export_guest
from games.services.storage.records import export_record
from games.services.tables import decks
from games.services.tables.seating import Plan, open_table, sit
from games.services.upkeep.farewell import erase
from tests.accounts import account, signed_in
from tests.tables import guest
from tests.views.opening import text_of, url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
LEGAL = {"A1": 1, "B1": 2}
CANARY = "pick 6"


def opened(host, seats=3):
    return open_table(host, Plan("demo", seats, {}, listed=True))


def made(owner, cards=LEGAL, name="Mine"):
    return decks.create(owner, "demo", name, cards)


def options(html):
    """Return the decks a page offers, and which of them is selected."""
    select = html[html.index('name="deck"') :]
    found = re.findall(r'<option value="([\w-]*)"( selected)?', select[: select.index("</select>")])
    return [key for key, _ in found], [key for key, selected in found if selected]


def join_url(game):
    return url("join", game, invite_code(game.pk))


# On the way in


def test_who_sits_down_chooses_among_the_starter_decks_and_their_own():
    game, anna = opened(guest("Hanna")), account("anna")
    mine, bad = made(anna), made(anna, {"A1": 1})
    made(account("ben"))
    keys, _ = options(text_of(signed_in(anna).get(join_url(game))))
    assert keys == ["", "starter-basket", "starter-orchard", f"own-{mine.pk}", f"own-{bad.pk}"]
    keys, _ = options(text_of(Client().get(join_url(game))))
    assert keys == ["", "starter-basket", "starter-orchard"]


@pytest.mark.parametrize(("key", "move"), [("", ""), ("starter-orchard", "pick 2")])
def test_a_guest_sits_down_with_a_starter_deck_or_chooses_later(key, move):
    game = opened(guest("Hanna"))
    Client().post(join_url(game), {"name": "Ida", "seed": "", "deck": key})
    assert game.seats.get(index=1).deck == move


def test_the_last_to_sit_down_starts_the_game_with_it():
    hanna = guest("Hanna")
    game = opened(hanna, 2)
    Client().post(join_url(game), {"name": "Ida", "seed": "", "deck": "starter-orchard"})
    game.refresh_from_db()
    assert game.is_running
    assert game.records.get(seat=1).notation == "pick 2"


def test_an_illegal_deck_is_refused_with_the_reason_and_nobody_sits():
    game, anna = opened(guest("Hanna")), account("anna")
    bad = made(anna, {"A1": 1})
    answer = signed_in(anna).post(join_url(game), {"seed": "", "deck": f"own-{bad.pk}"})
    assert answer.status_code == 422
    assert "A deck has three cards; this has 1. (DM-5)" in text_of(answer)
    assert game.seats.count() == 1


@pytest.mark.parametrize("key", ["own-{}", "starter-x", "own-1e9", "\0", "kept"])
def test_what_is_not_offered_is_refused(key):
    game, theirs = opened(guest("Hanna")), made(account("ben"))
    answer = signed_in(account("anna")).post(join_url(game), {"seed": "", "deck": key.format(theirs.pk)})
    assert answer.status_code == 422
    assert game.seats.count() == 1


# At the open table


def test_the_choice_stands_on_the_open_table():
    anna = account("anna")
    game, deck, client = opened(anna), made(anna), signed_in(anna)
    assert options(text_of(client.get(url("table", game))))[1] == []
    answer = client.post(url("choose_deck", game), {"deck": f"own-{deck.pk}"})
    assert (answer.status_code, answer.url) == (302, url("table", game))
    assert options(text_of(client.get(answer.url)))[1] == [f"own-{deck.pk}"]
    decks.change(deck, "A2", 1)
    assert options(text_of(client.get(answer.url)))[1] == ["kept"]
    deck.delete()
    client.post(url("choose_deck", game), {"deck": "kept"})
    assert game.seats.get().deck == "pick 3"


def test_an_illegal_deck_is_refused_at_the_table_with_its_rule():
    anna = account("anna")
    game, bad = opened(anna), made(anna, {"B1": 3})
    answer = signed_in(anna).post(url("choose_deck", game), {"deck": f"own-{bad.pk}"})
    assert answer.status_code == 422
    assert "/rules/demo/#DM-6" in text_of(answer)


def test_others_are_offered_no_choice_and_cannot_choose():
    hanna = guest("Hanna")
    game = opened(hanna)
    for client in (Client(), browser_of(guest("Eve"))):
        assert 'name="deck"' not in text_of(client.get(url("table", game)))
        assert client.post(url("choose_deck", game), {"deck": "starter-basket"}).status_code == 403
    assert game.seats.get().deck == ""


def test_a_title_without_decks_asks_for_none(monkeypatch):
    monkeypatch.setattr(registry, "SLUGS", {"demo": "tests.demo.ruleset"})
    hanna = guest("Hanna")
    game = opened(hanna)
    client = browser_of(hanna)
    assert 'id="deck"' not in text_of(client.get(url("table", game)))
    assert 'name="deck"' not in text_of(Client().get(join_url(game)))
    assert client.post(url("choose_deck", game), {"deck": "starter-basket"}).status_code == 400


# What others learn


def everything_shown_to_others(game, viewers, staff):
    """Return all that anybody but the holder of seat 0 is shown of a game."""
    found = [
        text_of(client.get(address, headers=headers))
        for client in (Client(), browser_of(viewers[1]), staff)
        for address in (url("table", game), url("sit", game), url("record", game), url("fair_json", game), "/", "/lobby/")
        for headers in ({}, {"HX-Request": "true"})
    ]  # fmt: skip
    for address in (f"games/game/{game.pk}/change/", f"games/game/{game.pk}/look/", "games/seat/"):
        found.append(text_of(staff.get(f"/admin/{address}")))
    for seat in game.seats.all():
        found.append(text_of(staff.get(f"/admin/games/seat/{seat.pk}/change/")))
    scene = look(game.pk, {(viewer, "en") for viewer in (*viewers[1:], Viewer())}, None)
    found += [tree.html() for tree in scene.trees.values()]
    found.append(json.dumps(export_guest(viewers[1]), cls=DjangoJSONEncoder))
    found.append(json.dumps(export_record(game, 1)))
    return found


def test_nobody_else_learns_of_the_choice(settings):
    settings.STAFF_SECOND_FACTOR = False
    staff = Client()
    staff.force_login(get_user_model().objects.create_superuser("staff", password="x"))
    viewers = [guest("Hanna"), guest("Ida"), guest("Eve")]
    game = opened(viewers[0])
    sit(game.pk, viewers[1], "")
    Seat.objects.filter(game=game, index=0).update(deck=CANARY)
    before = everything_shown_to_others(game, viewers, staff)
    assert len(before) > 40
    assert not [text for text in before if CANARY in text]


def test_after_the_start_the_move_is_as_secret_as_any():
    viewers = [guest("Hanna"), guest("Ida")]
    game = opened(viewers[0], 2)
    Seat.objects.filter(game=game, index=0).update(deck=CANARY)
    sit(game.pk, viewers[1], "")
    game = Game.objects.get()
    assert CANARY in json.dumps(export_record(game, 0))
    assert CANARY not in json.dumps([export_record(game, 1), export_record(game, None)])
    assert CANARY not in text_of(Client().get(url("table", game)))


def test_a_live_frame_brings_no_choice_and_leaves_that_of_the_page_alone():
    anna = account("anna")
    game = opened(anna)
    made(anna, name="Crumbs")
    decks.choose(game.pk, anna, "starter-orchard")
    (tree,) = look(game.pk, {(anna, "en")}, None).trees.values()
    section = re.search(r'<section id="deck".*?</section>', tree.html())[0]
    assert "hx-preserve" in section
    assert "<select" not in section
    assert "Crumbs" not in tree.html()


# What the owner takes along, and what goes


def test_decks_and_the_choice_come_along_with_ones_data():
    anna = account("anna")
    game = opened(anna)
    made(anna, name="Crumbs")
    made(account("ben"), name="Theirs")
    decks.choose(game.pk, anna, "starter-orchard")
    found = json.loads(json.dumps(export_account(user_of(anna)), cls=DjangoJSONEncoder))
    (deck,) = found["decks"]
    assert (deck["name"], deck["slug"], deck["cards"]) == ("Crumbs", "demo", LEGAL)
    assert found["games"][0]["deck"] == "pick 2"
    assert "Theirs" not in json.dumps(found)


def user_of(viewer):
    return get_user_model().objects.get(pk=viewer.user_id)


def test_decks_go_with_the_account():
    anna, ben = account("anna"), account("ben")
    made(anna)
    made(ben)
    erase(user_of(anna))
    assert [deck.user_id for deck in Deck.objects.all()] == [ben.user_id]
