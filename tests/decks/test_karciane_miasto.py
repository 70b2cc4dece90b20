"""Karciane Miasto from the deck builder to the first turn: own decks, starter decks, and seats that are asked."""

import json
import re

import pytest
from django.test import Client

from games.live.rooms.scene import look
from games.models import Game, Seat
from games.rules import registry
from games.rules.protocol import IllegalMove
from games.selectors.stored.position import load_state
from games.selectors.viewers import Viewer
from games.services.play.door import Order, play_move
from games.services.storage.records import export_record
from games.services.tables import decks
from games.services.tables.deck_texts import names_of, read, written
from games.services.tables.leaving import abort
from games.services.tables.quick_start import QuickStart, quick_start
from games.services.tables.seating import Plan, open_table, sit
from games.services.upkeep.verification import verify_game
from tests.accounts import account, signed_in
from tests.tables import guest
from tests.views.opening import offered as offer_to
from tests.views.opening import text_of, url
from tests.views.people import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(2)]
SLUG = "karciane_miasto"


@pytest.fixture(autouse=True)
def decked(monkeypatch):
    """Offer the real title instead of the invented one."""
    monkeypatch.setattr(registry, "SLUGS", {SLUG: f"games.rules.{SLUG}"})


def starter(deck_id):
    return next(deck.cards for deck in registry.get(SLUG).decks.starters if deck.id == deck_id)


def own_deck(owner):
    """Return a legal deck that is no starter deck."""
    cards = {**starter("neighbours"), "S01": 1, "S02": 1}
    return decks.create(owner, SLUG, "Mine", cards)


def waiting():
    game = Game.objects.get()
    return registry.get(SLUG).to_act(load_state(game))


def test_own_and_starter_decks_are_played_and_the_others_asked():
    anna, ben, ida = account("anna"), account("ben"), guest("Ida")
    game = open_table(anna, Plan(SLUG, 3, {}, listed=True))
    deck = own_deck(anna)
    decks.choose(game.pk, anna, f"own-{deck.pk}")
    sit(game.pk, ben, "", decks.notation(ben, SLUG, "starter-reformers"))
    sit(game.pk, ida, "")
    game.refresh_from_db()
    assert waiting() == {2}
    kept = {seat.index: seat.deck for seat in Seat.objects.all()}
    records = list(game.records.filter(ply__gt=0))
    assert {made.seat: made.notation for made in records} == {
        index: text for index, text in kept.items() if text
    }
    assert all(made.secret for made in records)
    play_move(game.pk, ida, Order("deck merchants", game.ply, "k"))
    game.refresh_from_db()
    assert len(waiting()) == 1
    assert [check.problem for check in verify_game(game) if check.problem] == []


def test_km_106_an_illegal_deck_is_refused_with_the_reason_when_sitting_down():
    anna = account("anna")
    game = open_table(anna, Plan(SLUG, 2, {}))
    short = decks.create(anna, SLUG, "Short", {**starter("neighbours"), "L01": 1})
    with pytest.raises(IllegalMove) as refusal:
        decks.choose(game.pk, anna, f"own-{short.pk}")
    assert (refusal.value.rule, refusal.value.values["count"]) == ("KM-103", 38)


def test_every_deck_and_name_goes_out_as_text_and_comes_in_again():
    for deck in registry.get(SLUG).decks.starters:
        reading = read(SLUG, written(deck.name, SLUG, deck.cards))
        assert (reading.cards, reading.bad) == (deck.cards, ())
    assert set(names_of(SLUG).values()) == {card.id for card in registry.get(SLUG).decks.cards}


def test_the_builder_shows_all_cards_with_what_they_do():
    anna = account("anna")
    deck = own_deck(anna)
    client = signed_in(anna)
    assert text_of(client.get(f"/decks/{deck.pk}/")).count('<li id="card-') == 72
    page = text_of(
        client.get(f"/decks/{deck.pk}/", {"kind": "plan", "matter": "crime", "words": "residential"})
    )
    assert page.count('<li id="card-') == 1
    assert 'id="card-L10"' in page


# Chosen when the game asks


def quickly_begun(*viewers):
    """Return a game that began with the last of those who only wanted to play at once."""
    games = [quick_start(viewer, QuickStart(SLUG)) for viewer in viewers]
    assert len({game.pk for game in games}) == 1
    return Game.objects.get()


def begun_again(first, *others):
    """Return the rematch of a game, begun by the last to press the button."""
    last = open_table(first, Plan(SLUG, 1 + len(others), {}, listed=True))
    for viewer in others:
        sit(last.pk, viewer, "")
    last.refresh_from_db()
    abort(last)
    for viewer in (first, *others):
        client = browser(viewer)
        answer = client.post(url("rematch", last), offer_to(client))
        if viewer != first:
            # Who comes second sits down at the table of the first.
            client.post(answer.url, {"seed": ""})
    return Game.objects.get(rematch_of=last)


def browser(viewer):
    return browser_of(viewer) if viewer.guest_id else signed_in(viewer)


def offered(page):
    """Return the moves on the buttons that choose a deck, by the name each button says."""
    buttons = re.findall(r'<button form="act" name="move" value="(deck [^"]*)"[^>]*>(.*?)</button>', page)
    return {re.sub("<[^>]*>", "", text).partition(": ")[2].strip(): move for move, text in buttons}


STARTERS = ["The Neighbours", "The Merchants", "The Industrialists", "The Reformers"]


@pytest.mark.parametrize("begun", [quickly_begun, begun_again])
def test_whom_the_game_asks_may_play_a_deck_of_their_own(begun):
    anna, ben = account("anna"), account("ben")
    deck = own_deck(anna)
    decks.create(anna, SLUG, "Short", {**starter("neighbours"), "L01": 1})
    game = begun(anna, ben)
    found = offered(text_of(signed_in(anna).get(url("table", game))))
    assert list(found) == ["Mine", *STARTERS]
    data = {"move": found["Mine"], "ply": game.ply, "key": f"p{game.ply}"}
    assert signed_in(anna).post(url("move", game), data).status_code == 302
    game.refresh_from_db()
    brought = load_state(game).players[0].deck
    assert {card: brought.count(card) for card in brought} == deck.cards


def test_guests_and_those_without_a_legal_deck_are_offered_the_starter_decks():
    anna, ida = account("anna"), guest("Ida")
    decks.create(anna, SLUG, "Short", {**starter("neighbours"), "L01": 1})
    own_deck(account("ben"))
    game = quickly_begun(anna, ida)
    for viewer in (anna, ida):
        assert list(offered(text_of(browser(viewer).get(url("table", game))))) == STARTERS


def test_the_page_the_answer_and_the_frame_offer_the_same_decks():
    anna = account("anna")
    own_deck(anna)
    game = quickly_begun(anna, guest("Ida"))
    client, address = signed_in(anna), url("table", game)
    (tree,) = look(game.pk, {(anna, "en")}, None).trees.values()
    found = [tree.html(), *(text_of(client.get(address, headers=h)) for h in ({}, {"HX-Request": "true"}))]
    assert [list(offered(page)) for page in found] == [["Mine", *STARTERS]] * 3


def shown_to(others, game, *, watched):
    """Return all that these viewers and a stranger are shown of a game, by pages, frames and records."""
    clients = [Client(), *map(browser, others)]
    found = [
        text_of(client.get(url(name, game), headers=headers))
        for client in clients
        for name in ("table", "record", "fair_json", "replay")
        for headers in ({}, {"HX-Request": "true"})
    ]
    everybody = {(viewer, "en") for viewer in (*watched, Viewer())}
    trees = look(game.pk, everybody, None).trees
    found += [tree.html() for audience, tree in trees.items() if audience.seat != 0]
    found += [json.dumps(export_record(game, seat)) for seat in (1, None)]
    return found


def test_nobody_else_is_shown_a_deck_of_ones_own():
    anna, ben = account("anna"), account("ben")
    deck = decks.create(anna, SLUG, "Crumbs", own_deck(anna).cards)
    game = quickly_begun(anna, ben)
    move = registry.get(SLUG).decks.notation(deck.cards)
    assert "Crumbs" in text_of(signed_in(anna).get(url("table", game)))
    seen = shown_to([ben], game, watched=[anna, ben])
    play_move(game.pk, anna, Order(move, game.ply, "k"))
    game.refresh_from_db()
    seen += shown_to([ben], game, watched=[anna, ben])
    assert len(seen) == 40
    cards = move.removeprefix("deck ")
    assert not [text for text in seen if "Crumbs" in text or cards in text]


def test_who_has_chosen_is_offered_no_deck_any_more():
    anna, ben = account("anna"), account("ben")
    own_deck(anna)
    game = quickly_begun(anna, ben)
    play_move(game.pk, anna, Order("deck merchants", game.ply, "k"))
    assert offered(text_of(signed_in(anna).get(url("table", game)))) == {}
