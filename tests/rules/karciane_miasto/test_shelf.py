"""What the deck builder is told of the title: every player card, sorted by what stands on it."""

from collections import Counter

import pytest

from games.rules.karciane_miasto.decks import read_deck
from games.rules.karciane_miasto.show.shelf import DECKS

TAGS = {card.id: card.tags for card in DECKS.cards}
LEGAL = dict(DECKS.starters[0].cards)


def values(card, facet):
    return {value for name, value in TAGS[card] if name == facet}


def rules(cards):
    return [fault.rule for fault in DECKS.faults(cards)]


def test_km_104_all_cards_are_there_for_everybody():
    assert len(TAGS) == 72
    assert Counter(value for card in TAGS for value in values(card, "kind")) == {
        "plan": 19,
        "official": 11,
        "short": 17,
        "long": 9,
        "counter": 9,
        "vote": 7,
    }


def test_km_105_the_four_starter_decks_are_legal():
    assert [deck.id for deck in DECKS.starters] == ["neighbours", "merchants", "industrialists", "reformers"]
    for deck in DECKS.starters:
        assert DECKS.faults(deck.cards) == ()
        assert sum(deck.cards.values()) == DECKS.size == 40


def test_km_106_the_move_of_a_deck_says_what_is_in_it_and_is_short_enough():
    for deck in DECKS.starters:
        kind, text = DECKS.notation(deck.cards).split()
        assert kind == "deck"
        assert Counter(read_deck(text)) == deck.cards
    longest = dict.fromkeys(list(TAGS)[:40], 1)
    assert len(DECKS.notation(longest)) <= 400


def changed(**copies):
    return {card: count for card, count in {**LEGAL, **copies}.items() if count}


@pytest.mark.parametrize(
    ("cards", "broken"),
    [
        (changed(L01=2), ["KM-103"]),
        (changed(V04=2), ["KM-103"]),
        (changed(L01=2, S01=3), []),
        (changed(L01=2, S03=4), ["KM-104"]),
        (changed(L01=2, X01=1), ["KM-104"]),
        ({}, ["KM-103", "KM-104"]),
        ({"S01": 3, "L01": 7}, ["KM-103", "KM-104", "KM-104"]),
        (dict.fromkeys([f"S{n:02}" for n in range(1, 17)], 2) | {"L01": 3, "L02": 3, "L03": 1, "G01": 1}, ["KM-104"]),
    ],
)  # fmt: skip
def test_km_106_every_fault_is_named_by_its_rule(cards, broken):
    assert sorted(rules(cards)) == broken


def test_km_104_too_many_copies_are_told_by_the_name_of_the_card():
    (fault,) = DECKS.faults(changed(L01=2, S03=4))
    assert str(fault) == "You can have at most 3 copies of a card. This deck has 4 of Town Fair."


@pytest.mark.parametrize(
    ("card", "matters"),
    [
        ("L01", {"residential"}),
        ("L13", {"industrial"}),
        ("S04", {"commercial"}),
        ("K01", {"commercial", "industrial"}),
        ("L10", {"residential", "crime"}),
        ("G02", {"industrial", "pollution"}),
        ("L17", set()),
    ],
)
def test_what_a_card_concerns_is_read_from_its_effects(card, matters):
    """By the types it names, the goods it uses, the groups it wins, and the indices it looks at."""
    assert values(card, "matter") == matters


@pytest.mark.parametrize(("card", "price"), [("S01", "0"), ("S12", "4"), ("K06", "2"), ("S15", "require")])
def test_what_a_card_costs_to_play(card, price):
    assert values(card, "price") == {price}


def test_every_card_has_a_kind_and_a_price_and_every_value_some_card():
    for facet in DECKS.facets:
        used = set().union(*(values(card, facet.id) for card in TAGS))
        assert used == {choice.value for choice in facet.choices}
    for card in TAGS:
        assert (len(values(card, "kind")), len(values(card, "price"))) == (1, 1)
