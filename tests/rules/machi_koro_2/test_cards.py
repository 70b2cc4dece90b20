"""The cards: how many there are, of what, and that nothing in them was miscopied."""

from collections import Counter

import pytest

from games.rules.machi_koro_2 import names
from games.rules.machi_koro_2.cards import (
    CARDS,
    COPIES,
    DECK_OF,
    EFFECTS,
    ESTABLISHMENTS,
    IN_CITY_ORDER,
    LANDMARKS,
    WITH_SYMBOL,
)
from games.rules.machi_koro_2.laws import AFTER_ROLL
from games.rules.machi_koro_2.play.effects import BANK, DEMANDS
from tests.rules.machi_koro_2.build import city, moves, owns, play, roll, step, table

KINDS = {
    "bank_income",
    "income_per_symbol",
    "take_from_active",
    "take_from_each_opponent",
    "take_half_from_rich",
    "take_per_symbol",
    "take_per_landmark",
    "swap_establishment",
    "give_establishment",
    "symbol_bonus",
    "landmark_discount",
    "equalise_coins",
    "extra_turn",
    "win_game",
}


def test_mk_1_the_cards_are_counted():
    assert (len(ESTABLISHMENTS), len(LANDMARKS), len({card.id for card in CARDS})) == (20, 20, 40)
    assert sum(COPIES) == 106
    by_deck = Counter()
    for number, copies in enumerate(COPIES):
        by_deck[DECK_OF[number]] += copies
    assert by_deck == {0: 46, 1: 40, 2: 20}
    assert Counter((card.deck, card.copies) for card in ESTABLISHMENTS) == {
        ("1-6", 5): 8,
        ("1-6", 3): 2,
        ("7-12", 5): 5,
        ("7-12", 3): 5,
    }


def test_mk_2_dice_have_six_sides():
    from games.rules.machi_koro_2.moves import FALLS

    assert [len(FALLS[count]) for count in (1, 2)] == [6, 36]
    assert {pips for fall in FALLS[1] for pips in fall.dice} == {1, 2, 3, 4, 5, 6}


def test_colours_and_decks_fit_the_numbers():
    assert Counter(card.colour for card in ESTABLISHMENTS) == {"red": 4, "blue": 7, "green": 6, "purple": 3}
    for card in ESTABLISHMENTS:
        low, high = map(int, card.deck.split("-"))
        assert all(low <= number <= high for number in card.activation)
        assert 1 <= len(card.activation) <= 2


def test_every_number_activates_something():
    assert {number for card in ESTABLISHMENTS for number in card.activation} == {*range(1, 13)}


def test_mk_27_two_purple_kinds_never_activate_together():
    numbers = [n for card in ESTABLISHMENTS if card.colour == "purple" for n in card.activation]
    assert len(numbers) == len(set(numbers))


def test_symbols_are_counted():
    counted = {symbol: len(kinds) for symbol, kinds in WITH_SYMBOL.items()}
    assert counted == {
        "cup": 4,
        "wheat": 2,
        "fruit": 2,
        "shop": 2,
        "flower": 1,
        "gear": 2,
        "combo": 4,
        "major": 3,
    }


def test_there_are_fourteen_kinds_of_effects_and_each_is_handled():
    assert {effect.kind for effect in EFFECTS} == KINDS
    instant = [card.effect.kind for card in LANDMARKS if card.timing == "instant"]
    assert {*instant} == {*DEMANDS, "equalise_coins", "extra_turn", "win_game"}
    for card in ESTABLISHMENTS:
        handled = {
            "red": {"take_from_active"},
            "blue": BANK,
            "green": BANK,
            "purple": {*DEMANDS, "swap_establishment"},
        }
        assert card.effect.kind in handled[card.colour]


def test_every_landmark_trigger_is_handled():
    triggers = {(card.effect.trigger, card.effect.kind) for card in LANDMARKS}
    assert set(AFTER_ROLL) <= triggers
    rest = {trigger for trigger, kind in triggers - set(AFTER_ROLL)}
    assert rest == {"on_build", "always", "built_nothing"}


def test_what_the_data_say_and_nothing_reads_is_what_the_rules_do():
    said = {(effect.kind, effect.rounding, effect.optional, effect.to) for effect in EFFECTS}
    assert {row for row in said if any(row[1:])} == {
        ("take_half_from_rich", "down", False, ""),
        ("equalise_coins", "up", False, ""),
        ("swap_establishment", "", True, ""),
        ("give_establishment", "", False, "right_neighbour"),
    }
    half = next(effect for effect in EFFECTS if effect.kind == "take_half_from_rich")
    assert DEMANDS[half.kind](half, city(), 13) == 6
    park = step(roll(table(coins=(14, 3), rows=("", "", "park")), 1), "build park")
    assert park.state.coins == (3, 3)
    assert "decline" in moves(roll(table(city("business_center forest"), city("mine")), 6))
    given = table(city("forest cafe"), city("", "moving_company"), city())
    given = play(roll(given, 1, 1), "pass")
    assert moves(given) == ["give cafe", "give forest"]
    assert owns(play(given, "give cafe"), 2) == {"cafe": 1}


def test_landmarks_cost_more_and_more_but_for_the_launch_pad():
    for card in LANDMARKS:
        costs = [cost for cost in card.costs if cost is not None]
        assert costs == sorted(costs, reverse=card.effect.kind == "win_game")
    assert Counter(card.costs for card in LANDMARKS) == {
        (10, 14, 22): 7,
        (12, 16, 22): 11,
        (10, None, None): 1,
        (45, 38, 25): 1,
    }


def test_timing_and_scope():
    assert Counter((card.timing, card.scope) for card in LANDMARKS) == {
        ("instant", "owner"): 8,
        ("permanent", "owner"): 1,
        ("permanent", "all"): 11,
    }


def test_mk_45_cities_are_sorted_by_number_then_name():
    ordered = [ESTABLISHMENTS[kind] for kind in IN_CITY_ORDER]
    keys = [(card.activation[0], card.activation[-1], card.id) for card in ordered]
    assert keys == sorted(keys)
    assert (ordered[0].id, ordered[-1].id) == ("sushi_bar", "mine")


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_word_can_be_translated(card):
    assert card.name in names.CARD_NAMES
    assert (card.id in names.REWORDED) != (card.text in names.CARD_TEXTS)
    if card in ESTABLISHMENTS:
        assert {card.colour} <= {*names.COLOUR_NAMES}
        assert {card.symbol} <= {*names.SYMBOL_NAMES}
