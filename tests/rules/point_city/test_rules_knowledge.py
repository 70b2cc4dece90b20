"""PC-16 to PC-18: what players may know."""

from dataclasses import replace

import pytest

from games.rules.point_city.cards import CARDS, TOKENS
from games.rules.point_city.packed import BUILT
from tests.rules.point_city.build import RULESET, city, number, play, playout, step, table

SECOND = city(cards="pc-start-2")


def _swap(state, one, other):
    """Exchange two cards wherever they lie, keeping the side that is up."""
    other_of = {number(one): number(other), number(other): number(one)}

    def swapped(numbers):
        return tuple(
            other_of.get(n % BUILT, n % BUILT) + n // BUILT * BUILT if n >= 0 else n for n in numbers
        )

    cities = tuple(replace(c, cards=swapped(c.cards), buildings=swapped(c.buildings)) for c in state.cities)
    deal = replace(state.deal, order=swapped(state.deal.order))
    return replace(
        state, deal=deal, market=swapped(state.market), cities=cities, discard=swapped(state.discard)
    )


def _discarded(state, card):
    """Put a card on the discard pile."""
    deal = replace(state.deal, order=(card, *state.deal.order))
    return replace(state, deal=deal, discard=(card,), drawn=state.drawn + 1)


def test_pc_16_the_table_is_public():
    mine = city("pc-029 pc-008", cards="start pc-001", tokens="ct-flat-5")
    state = table(
        {0: "pc-130/B", 1: "pc-131"}, mine, SECOND, deck="pc-085", line="ct-energy ct-flat-7", turn=5
    )
    view = RULESET.view_for(state, None)
    assert (view.slots[0].face.card, view.slots[0].face.points) == ("pc-130", 7)
    assert (view.slots[1].face.resource, view.slots[1].face.count) == ("ingenuity", 1)
    assert (view.deck_count, view.deck_top.resource, view.deck_top.count) == (58, "industry", 2)
    assert [(face.resource, face.count) for face in view.cities[0].hand] == [("ingenuity", 1), ("energy", 1)]
    built = {face.card for group in view.cities[0].groups for face in group.buildings}
    assert built == {"pc-029", "pc-008"}
    assert [held.face.token for held in view.cities[0].tokens] == ["ct-flat-5"]
    assert [face.token for face in view.line] == ["ct-energy", "ct-flat-7"]
    assert (view.current, view.turn) == (0, 5)
    assert [each.score for each in view.cities] == [5, 0]


def test_pc_16_the_discard_pile_shows_its_resource_sides():
    state = play(table({0: "pc-030/B", 4: "pc-026"}), "take 0 4 pay energy1 ingenuity")
    discard = RULESET.view_for(state, 1).discard
    assert {(sort.resource, sort.count, sort.cards) for sort in discard} == {
        ("energy", 1, 1),
        ("ingenuity", 1, 1),
    }


def test_pc_16_the_tier_of_a_card_is_shown():
    view = RULESET.view_for(table({0: "pc-130/B", 1: "pc-131", 2: "pc-085"}), None)
    assert [view.slots[slot].face.tier for slot in range(3)] == [3, 3, 2]


def test_pc_16_everybody_sees_the_same_table():
    state = play(table({0: "pc-030/B", 4: "pc-026"}), "take 0 4 pay energy1 ingenuity")
    views = [RULESET.view_for(state, viewer) for viewer in (None, 0, 1)]
    assert views[0] == views[1] == views[2]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("pc-026", "pc-001", id="market, with a deck card"),
        pytest.param("pc-012", "pc-017", id="hand, with a discarded card"),
        pytest.param("pc-085", "pc-082", id="deck top, with the one below"),
        pytest.param("pc-159", "pc-066", id="two cards deep in the deck"),
        pytest.param("pc-003", "pc-160", id="deck card, with a removed one"),
    ],
)
def test_pc_17_hidden_sides_change_no_view_and_no_move(one, other):
    state = table(
        {6: "pc-026"}, city(cards="pc-012"), SECOND, deck="pc-085 pc-082 pc-159 pc-066 pc-003 pc-001"
    )
    state = _discarded(state, number("pc-017"))
    twin = _swap(state, one, other)
    assert twin != state
    for viewer in (None, 0, 1):
        assert RULESET.view_for(twin, viewer) == RULESET.view_for(state, viewer)
    assert RULESET.legal_moves(twin, 0) == RULESET.legal_moves(state, 0)
    for fields in ({}, {"slot": ["5", "6"]}, {"flip": ["6"]}, {"deck": ["1"]}):
        assert RULESET.compose(twin, 0, fields) == RULESET.compose(state, 0, fields)


def test_pc_17_tokens_that_were_not_revealed_are_in_no_view():
    plies = playout(2, seed=4)
    revealed = {token.token for token in RULESET.view_for(plies[0].before, None).line}
    told = "".join(repr(RULESET.view_for(ply.after, 0)) for ply in plies)
    assert {token.id for token in TOKENS if f"'{token.id}'" in told} == revealed


def test_pc_18_a_resource_side_tells_neither_identity_nor_building():
    state = table({3: "pc-131"}, city(cards="pc-074"), SECOND, deck="pc-160")
    face = RULESET.view_for(state, 0).slots[3].face
    assert (face.resource, face.count, face.tier) == ("ingenuity", 1, 3)
    told = repr([RULESET.view_for(state, viewer) for viewer in (None, 0, 1)])
    for secret in ("pc-", "Funfair", "Cell tower", "Dam"):
        assert secret not in told


def test_pc_18_two_games_use_different_references_for_a_card():
    refs = [RULESET.view_for(table({3: "pc-131"}, salt=salt), None).slots[3].face.ref for salt in ("a", "b")]
    assert refs[0] != refs[1]
    dealt = [{face.ref for face in _faces(playout(2, seed)[0].before)} for seed in (1, 4)]
    assert not dealt[0] & dealt[1]


def test_pc_18_a_reference_does_not_follow_from_the_card_list():
    refs = [RULESET.view_for(table({3: name}), None).slots[3].face.ref for name in ("pc-001", "pc-131")]
    assert refs[0] == refs[1]


def test_pc_18_references_are_distinct_and_stay_with_the_card():
    for ply in playout(2, seed=4):
        refs = [face.ref for face in _faces(ply.after)]
        assert len(set(refs)) == len(refs)
    before = table({5: "pc-026", 6: "pc-012"})
    ref = RULESET.view_for(before, 0).slots[5].face.ref
    assert ref in {face.ref for face in RULESET.view_for(play(before, "take 5 6"), 0).cities[0].hand}


def _faces(state):
    view = RULESET.view_for(state, None)
    market = [slot.face for slot in view.slots if slot.face and slot.face.side == "resource"]
    return [*market, *(face for each in view.cities for face in each.hand), *filter(None, [view.deck_top])]


def test_pc_18_a_flipped_card_becomes_known():
    after = step(table({5: "pc-026"}), "flip 5")
    assert RULESET.view_for(after.state, 1).slots[5].face.card == "pc-026"
    assert [event.card for event in after.events] == ["pc-026"]


@pytest.mark.parametrize("move", ["take 5 6", "deck"])
def test_pc_18_a_card_taken_on_its_resource_side_never_shows_the_other(move):
    state = table({5: "pc-131", 6: "pc-130"}, deck="pc-129 pc-128")
    hidden = ["pc-131", "pc-130"] if move == "take 5 6" else ["pc-129", "pc-128"]
    after = step(state, move)
    told = repr((after.events, [RULESET.view_for(after.state, viewer) for viewer in (None, 0, 1)]))
    assert not [name for name in hidden if name in told]


def test_pc_18_over_whole_games_only_building_sides_are_ever_named():
    for ply in playout(2, seed=4):
        known = {CARDS[lying - BUILT].id for lying in ply.after.market if lying >= BUILT}
        known |= {CARDS[card].id for each in ply.after.cities for card in each.buildings}
        told = repr((ply.step.events, RULESET.view_for(ply.after, None)))
        assert not [card.id for card in CARDS if card.id in told and card.id not in known]
