"""What every title that people bring decks to must satisfy, the real ones and the invented one."""

import pytest

from games.bots.playouts import deal
from games.rules import registry
from games.rules.protocol import IllegalMove
from tests.demo.decks import RULESET as DEMO

WITH_DECKS = [ruleset for ruleset in (*registry.rulesets(), DEMO) if ruleset.decks]
every_title = pytest.mark.parametrize("ruleset", WITH_DECKS, ids=lambda ruleset: ruleset.slug)
NOTATION = 400


@every_title
def test_the_cards_have_ids_names_and_one_value_of_the_first_facet(ruleset):
    decks = ruleset.decks
    assert (
        len({card.id for card in decks.cards}) == len({card.name for card in decks.cards}) == len(decks.cards)
    )
    known = {(facet.id, choice.value) for facet in decks.facets for choice in facet.choices}
    first = decks.facets[0].id
    for card in decks.cards:
        assert card.tags <= known
        assert sum(name == first for name, _ in card.tags) == 1


@every_title
def test_the_starter_decks_are_legal_and_every_seat_may_begin_with_one(ruleset):
    state = deal(ruleset, ruleset.seats[0], 1)
    for deck in ruleset.decks.starters:
        assert ruleset.decks.faults(deck.cards) == ()
        assert sum(deck.cards.values()) == ruleset.decks.size
        notation = ruleset.decks.notation(deck.cards)
        assert len(notation) <= NOTATION
        assert ruleset.parse_move(notation).secret
        for seat in range(ruleset.seats[0]):
            after = ruleset.apply(state, seat, ruleset.parse_move(notation)).state
            assert seat not in ruleset.to_act(after)


@every_title
def test_all_seats_choose_and_then_the_game_goes_on(ruleset):
    state = deal(ruleset, ruleset.seats[-1], 1)
    notation = ruleset.decks.notation(ruleset.decks.starters[0].cards)
    for seat in range(ruleset.seats[-1]):
        assert seat in ruleset.to_act(state)
        assert ruleset.asks_for_deck(state, seat)
        state = ruleset.apply(state, seat, ruleset.parse_move(notation)).state
        assert not ruleset.asks_for_deck(state, seat)
    assert ruleset.to_act(state)


@every_title
def test_an_empty_deck_has_faults_and_each_names_its_rule(ruleset):
    faults = ruleset.decks.faults({})
    assert faults
    assert all(isinstance(fault, IllegalMove) and fault.rule and str(fault) for fault in faults)
