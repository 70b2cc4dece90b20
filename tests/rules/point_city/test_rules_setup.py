"""PC-1 to PC-15: the components and the deal."""

import json
from collections import Counter
from itertools import chain

import pytest

from games.rules.point_city.cards import BUILDINGS, CARDS, FIRST_STARTER, INGENUITY, TOKENS
from games.rules.point_city.packed import BUILT
from games.rules.protocol import CHANCE
from tests.rules.point_city.build import (
    RULESET,
    SeededDraw,
    city,
    names,
    new_game,
    play,
    playout,
    table,
    to_move,
    ways,
)

SIZES = pytest.mark.parametrize(
    ("seats", "tiers", "deck", "tokens"),
    [
        (1, (40, 24, 18), 66, 10),
        (2, (40, 24, 18), 66, 10),
        (3, (52, 36, 28), 100, 12),
        (4, (64, 48, 38), 134, 14),
    ],
)
TWO_SIDED = [card for card in CARDS if card.building]


def test_pc_1_160_different_cards_in_three_tiers():
    assert Counter(card.tier for card in TWO_SIDED) == {1: 65, 2: 50, 3: 45}
    assert len({card.id for card in TWO_SIDED}) == 160
    order = new_game(4).deal.order
    assert len(set(order)) == len(order)


def test_pc_2_one_symbol_on_tier_1_two_above_and_always_one_of_ingenuity():
    for card in TWO_SIDED:
        expected = 1 if card.tier == 1 or card.resource == INGENUITY else 2
        assert card.count == expected, card.id


def test_pc_3_buildings_are_of_three_kinds_and_never_free():
    for building in BUILDINGS:
        assert 2 <= sum(building.cost) <= 7
        assert len(building.cost) == 5
    gives = {(b.kind, b.permanent is not None, b.points) for b in BUILDINGS}
    assert gives == {
        *(("resource", True, points) for points in range(4)),
        ("civic", False, 0),
        *(("points", False, points) for points in (4, 5, 7)),
    }


def test_pc_4_four_starting_cards_of_ingenuity_one_of_them_marked():
    starters = CARDS[FIRST_STARTER:]
    assert [(card.resource, card.count, card.building) for card in starters] == [(INGENUITY, 1, None)] * 4
    assert len(starters) == 4


def test_pc_4_a_starting_card_pays_scores_and_breaks_ties_like_any_other():
    state = table({0: "pc-018/B", 1: "pc-008"}, city(cards="start", tokens="ct-ingenuity"), city())
    assert ways(state, 0, 1) == {"pay community1 ingenuity"}
    assert RULESET.scores(state) == (2, 0)
    tied = table({}, city(cards="start"), city())
    assert [outcome.place for outcome in RULESET.outcomes(tied)] == [1, 2]


def test_pc_5_26_different_tokens_four_of_them_promo():
    assert len({token.id for token in TOKENS}) == 26
    assert Counter(token.promo for token in TOKENS) == {False: 22, True: 4}
    assert len({(token.kind, token.points, token.min_count, token.resources) for token in TOKENS}) == 26


def test_pc_6_market_tokens_are_shown_in_solo_only():
    assert [RULESET.view_for(new_game(seats), None).automa for seats in (2, 3, 4)] == [None] * 3
    solo = RULESET.view_for(new_game(1), 0).automa
    assert (solo.row, solo.column) == (2, 1)


def test_pc_7_one_to_four_players_and_one_plays_the_automa():
    assert RULESET.seats == (1, 2, 3, 4)
    assert [len(new_game(seats).cities) for seats in RULESET.seats] == [2, 2, 3, 4]
    assert len(RULESET.view_for(new_game(1), 0).cities) == 1


@SIZES
def test_pc_8_so_many_cards_of_each_tier_and_tokens(seats, tiers, deck, tokens):
    state = new_game(seats)
    kept = Counter(CARDS[card].tier for card in state.deal.order)
    assert tuple(kept[tier] for tier in (1, 2, 3)) == tiers
    assert len(state.line) == tokens


def test_pc_8_other_cards_are_removed_in_another_game():
    assert set(new_game(2, seed=1).deal.order) != set(new_game(2, seed=2).deal.order)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_pc_9_removed_cards_never_come_into_play(seats):
    plies = playout(seats, seed=7)
    in_play = set(plies[0].before.deal.order)
    end = plies[-1].after
    assert not end.deck
    seen = {*end.discard, *chain.from_iterable((*c.cards, *c.buildings) for c in end.cities)}
    seen |= {lying % BUILT for lying in end.market if lying >= 0}
    assert {card for card in seen if card < FIRST_STARTER} == in_play


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_pc_9_removed_cards_are_in_no_view_and_no_event(seats):
    plies = playout(seats, seed=7)
    removed = {CARDS[n].id for n in range(FIRST_STARTER)} - set(names(plies[0].before.deal.order))
    told = "".join(repr((RULESET.view_for(ply.after, None), ply.step.events)) for ply in plies)
    assert not [name for name in removed if name in told]


@SIZES
def test_pc_10_tier_1_on_top_and_tier_3_at_the_bottom(seats, tiers, deck, tokens):
    order = new_game(seats).deal.order
    stacked = [CARDS[card].tier for card in order]
    assert stacked == sorted(stacked)


def test_pc_10_the_order_inside_a_tier_is_random_and_stays():
    assert names(new_game(2, seed=1).deal.order)[:40] != names(new_game(2, seed=2).deal.order)[:40]
    plies = playout(2, seed=1)
    first = plies[0].before.deck
    assert all(ply.after.deck == first[len(first) - len(ply.after.deck) :] for ply in plies)


@SIZES
def test_pc_11_the_top_16_cards_are_dealt_resource_side_up(seats, tiers, deck, tokens):
    state = new_game(seats)
    assert state.market == state.deal.order[:16]
    assert {CARDS[card].tier for card in state.market} == {1}
    assert len(state.deck) == deck
    assert RULESET.view_for(state, None).deck_count == deck


@SIZES
def test_pc_12_so_many_different_tokens_lie_face_up(seats, tiers, deck, tokens):
    state = new_game(seats)
    assert len(set(state.line)) == tokens
    faces = [face.token for face in RULESET.view_for(state, None).line]
    assert faces == [TOKENS[token].id for token in state.line]


def test_pc_12_all_26_tokens_are_shuffled_unless_only_base_is_chosen():
    with_promo = {token for seed in range(40) for token in new_game(2, seed).line}
    base = {token for seed in range(40) for token in new_game(2, seed, promo=False).line}
    assert {TOKENS[token].id for token in with_promo} == {token.id for token in TOKENS}
    assert {TOKENS[token].id for token in base} == {token.id for token in TOKENS if not token.promo}


def test_pc_13_everybody_is_first_equally_often():
    firsts = Counter(to_move(new_game(4, seed)) for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert all(70 < times < 130 for times in firsts.values())


@pytest.mark.parametrize("seed", range(8))
def test_pc_13_the_holder_of_the_mark_begins_and_the_turn_goes_round(seed):
    state = new_game(3, seed)
    marked = json.loads(json.dumps(RULESET.dump(state)))["deal"]["first"]
    assert to_move(state) == marked
    assert state.cities[marked].cards == (FIRST_STARTER,)
    for _ in range(5):
        seat = to_move(state)
        state = play(state, "deck")
        assert to_move(state) == (seat + 1) % 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_pc_14_everybody_begins_with_one_starting_card(seats):
    state = new_game(seats)
    held = [card for each in state.cities for card in each.cards]
    assert sorted(held) == list(range(FIRST_STARTER, FIRST_STARTER + seats))
    assert all((len(each.cards), each.buildings, each.tokens) == (1, (), ()) for each in state.cities)
    assert state.discard == ()


def test_pc_15_chance_is_spent_at_setup():
    draw = SeededDraw(3)
    RULESET.setup(3, RULESET.options(), draw)
    shuffled = [label for label in draw.labels if label.startswith("shuffle")]
    assert len(shuffled) == 4
    later = SeededDraw(3)
    for ply in playout(1, seed=3):
        if ply.seat == CHANCE:
            assert RULESET.sample(ply.before, later) == ply.move
    assert later.labels == []


def test_pc_15_a_game_replays_from_its_setup_and_its_moves():
    plies = playout(2, seed=5)
    state = RULESET.setup(2, RULESET.options(), SeededDraw(5))
    for ply in plies:
        state = RULESET.apply(state, ply.seat, RULESET.parse_move(str(ply.move))).state
    assert RULESET.dump(state) == RULESET.dump(plies[-1].after)
