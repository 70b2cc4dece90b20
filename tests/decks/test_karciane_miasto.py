"""Karciane Miasto from the deck builder to the first turn: own decks, starter decks, and seats that are asked."""

import pytest

from games.models import Game, Seat
from games.rules import registry
from games.rules.protocol import IllegalMove
from games.services import decks
from games.services.deck_texts import names_of, read, written
from games.services.play import Order, play_move
from games.services.position import load_state
from games.services.tables import Plan, open_table, sit
from games.services.verification import verify_game
from tests.accounts import account, signed_in
from tests.tables import guest
from tests.views.opening import text_of

pytestmark = pytest.mark.django_db
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


def test_the_builder_shows_all_seventy_cards_with_what_they_do():
    anna = account("anna")
    deck = own_deck(anna)
    client = signed_in(anna)
    assert text_of(client.get(f"/decks/{deck.pk}/")).count('<li id="card-') == 70
    page = text_of(
        client.get(f"/decks/{deck.pk}/", {"kind": "plan", "matter": "crime", "words": "residential"})
    )
    assert page.count('<li id="card-') == 1
    assert 'id="card-L10"' in page
