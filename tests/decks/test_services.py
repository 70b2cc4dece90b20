"""Making, changing, copying and choosing decks; what is too much is refused with the reason."""

import pytest

from games.models import Deck, Game, Seat
from games.rules.protocol import IllegalMove, MalformedMove, NotSeated
from games.selectors.decks import seat_deck
from games.selectors.stored.position import load_state
from games.selectors.viewers import Viewer
from games.services.play.refusals import TableError
from games.services.tables import decks
from games.services.tables.decks import MOST_CARDS, MOST_DECKS, DeckError
from games.services.tables.leaving import leave
from games.services.tables.seating import Plan, open_table, sit, start
from tests.accounts import account
from tests.tables import guest

pytestmark = [pytest.mark.django_db, pytest.mark.database]
LEGAL = {"A1": 1, "B1": 2}


def made(owner, cards=LEGAL, name="Mine"):
    return decks.create(owner, "demo", name, cards)


def opened(host, seats=2):
    return open_table(host, Plan("demo", seats, {}, listed=True))


# Making and changing


def test_a_deck_has_its_owner_its_title_its_name_and_the_cards_there_are():
    anna = account("anna")
    deck = made(anna, {"B1": 2, "A1": 1, "Z9": 4, "A2": 0}, "Crumbs")
    deck.refresh_from_db()
    assert (deck.user_id, deck.slug, deck.name) == (anna.user_id, "demo", "Crumbs")
    assert list(deck.cards.items()) == [("A1", 1), ("B1", 2)]


@pytest.mark.parametrize("who", [Viewer(), Viewer(guest_id="00000000-0000-0000-0000-000000000001")])
def test_guests_and_strangers_have_no_decks(who):
    with pytest.raises(NotSeated):
        made(who)


def test_the_shelf_has_room_for_fifty():
    anna, ben = account("anna"), account("ben")
    for number in range(MOST_DECKS):
        made(anna, name=f"Deck {number}")
    with pytest.raises(DeckError) as refusal:
        made(anna)
    assert (MOST_DECKS, refusal.value.values) == (50, {"most": 50})
    assert made(ben)


def test_cards_are_put_in_and_taken_out_one_by_one():
    deck = made(account("anna"), {})
    for card, by in (("A1", 1), ("A1", 1), ("B1", 1), ("A1", -1), ("B1", -1)):
        deck = decks.change(deck, card, by)
    assert Deck.objects.get().cards == {"A1": 1}


def test_what_is_not_in_the_deck_cannot_be_taken_out():
    deck = made(account("anna"))
    assert decks.change(deck, "A2", -1).cards == LEGAL


def test_two_changes_from_old_pages_both_count():
    deck = made(account("anna"), {})
    stale = Deck.objects.get()
    decks.change(deck, "A1", 1)
    decks.change(stale, "B1", 1)
    assert Deck.objects.get().cards == {"A1": 1, "B1": 1}


@pytest.mark.parametrize("card", ["", "Z9", "a1", "\0", "A1 "])
def test_there_are_no_other_cards(card):
    deck = made(account("anna"))
    with pytest.raises(MalformedMove):
        decks.change(deck, card, 1)
    assert Deck.objects.get().cards == LEGAL


def test_a_deck_may_be_illegal_but_not_endless():
    deck = made(account("anna"), {"B1": MOST_CARDS})
    with pytest.raises(DeckError):
        decks.change(deck, "A1", 1)
    with pytest.raises(DeckError):
        made(account("ben"), {"B1": MOST_CARDS, "A1": 1})


# Sitting down with one


def test_the_choice_is_kept_with_the_seat_as_the_move_it_stands_for():
    anna = account("anna")
    game, deck = opened(anna), made(anna)
    decks.choose(game.pk, anna, f"own-{deck.pk}")
    assert Seat.objects.get().deck == "pick 3"
    decks.choose(game.pk, anna, "starter-orchard")
    assert Seat.objects.get().deck == "pick 2"
    decks.choose(game.pk, anna, "")
    assert Seat.objects.get().deck == ""


def test_an_illegal_deck_is_refused_with_its_rule():
    anna = account("anna")
    game = opened(anna)
    for cards, rule in (({"A1": 2}, "DM-5"), ({"B1": 3}, "DM-6")):
        with pytest.raises(IllegalMove) as refusal:
            decks.choose(game.pk, anna, f"own-{made(anna, cards).pk}")
        assert refusal.value.rule == rule
    assert Seat.objects.get().deck == ""


def test_nobody_plays_with_the_deck_of_somebody_else():
    anna, ben = account("anna"), account("ben")
    game, theirs = opened(anna), made(ben)
    for key in (f"own-{theirs.pk}", "own-0", "own-x", "own-", "own-٣", "starter-nothing", "x", "own"):
        with pytest.raises(MalformedMove):
            decks.choose(game.pk, anna, key)


def test_guests_choose_among_the_starter_decks():
    ida = guest("Ida")
    game = opened(ida)
    decks.choose(game.pk, ida, "starter-basket")
    assert Seat.objects.get().deck == "pick 4"
    with pytest.raises(MalformedMove):
        decks.choose(game.pk, ida, f"own-{made(account('anna')).pk}")


def test_only_who_sits_there_chooses_and_only_before_the_start():
    anna = account("anna")
    game = opened(anna)
    with pytest.raises(NotSeated):
        decks.choose(game.pk, account("ben"), "starter-basket")
    sit(game.pk, guest("Ida"), "")
    with pytest.raises(TableError):
        decks.choose(game.pk, anna, "starter-basket")


def test_a_deck_that_changed_after_it_was_chosen_is_kept_as_it_was():
    anna = account("anna")
    game, deck = opened(anna), made(anna)
    decks.choose(game.pk, anna, f"own-{deck.pk}")
    assert seat_deck(anna, Seat.objects.get(), "demo").chosen == f"own-{deck.pk}"
    decks.change(deck, "A2", 1)
    assert seat_deck(anna, Seat.objects.get(), "demo").chosen == "kept"
    decks.choose(game.pk, anna, "kept")
    assert Seat.objects.get().deck == "pick 3"


def test_whoever_leaves_takes_the_choice_along():
    anna, ida = account("anna"), guest("Ida")
    game = opened(anna, 3)
    sit(game.pk, ida, "", "pick 2")
    leave(game.pk, ida)
    sit(game.pk, ida, "")
    assert Seat.objects.get(game=game, index=1).deck == ""


# The start


def moves(game):
    return [(made.ply, made.seat, made.notation) for made in game.records.filter(ply__gt=0)]


def test_the_game_starts_with_the_moves_of_those_who_chose():
    anna, ida = account("anna"), guest("Ida")
    game = opened(anna, 3)
    decks.choose(game.pk, anna, "starter-orchard")
    sit(game.pk, ida, "")
    sit(game.pk, guest("Eve"), "", "pick 4")
    game = Game.objects.get()
    assert moves(game) == [(1, 0, "pick 2"), (2, 2, "pick 4")]
    first = game.records.get(ply=1)
    assert (first.actor, first.key, first.secret, first.alone) == (anna.actor, "0:deck", True, False)
    assert load_state(game).picks == (2, 0, 4)
    assert [seat.acts_since is not None for seat in game.seats.all()] == [False, True, False]


def test_if_all_have_chosen_chance_follows_at_once():
    anna = account("anna")
    game = opened(anna)
    decks.choose(game.pk, anna, "starter-orchard")
    sit(game.pk, guest("Ida"), "", "pick 4")
    game = Game.objects.get()
    assert [seat for _, seat, _ in moves(game)] == [0, 1, -1]
    assert game.draw_no == game.draws.count() > 0


def test_seats_that_close_ranks_keep_their_decks():
    anna, ida, eve = account("anna"), guest("Ida"), guest("Eve")
    game = opened(anna, 4)
    sit(game.pk, ida, "", "pick 5")
    sit(game.pk, eve, "", "pick 6")
    leave(game.pk, ida)
    start(game.pk, anna)
    assert moves(Game.objects.get()) == [(1, 1, "pick 6")]


@pytest.mark.parametrize("gone", ["pick 9", "pick", "nothing of the kind"])
def test_a_deck_that_is_no_longer_accepted_is_asked_for_again(gone):
    anna = account("anna")
    game = opened(anna)
    Seat.objects.update(deck=gone)
    sit(game.pk, guest("Ida"), "", "pick 2")
    game = Game.objects.get()
    assert game.is_running
    assert moves(game) == [(1, 1, "pick 2")]
