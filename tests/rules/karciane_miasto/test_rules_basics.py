"""KM-1 to KM-7: what the game is, what is in play, what is public, and where chance is."""

from dataclasses import replace

import pytest

from games.bots.playouts import random_playout
from games.rules.karciane_miasto.cards import SETTINGS
from games.rules.protocol import CHANCE
from tests.rules.karciane_miasto.build import (
    RULESET,
    begun,
    goods,
    kinds,
    moves,
    new_game,
    play,
    position,
    ref,
    refused,
    step,
)


def test_km_1_two_to_five_players():
    assert RULESET.seats == (2, 3, 4, 5)
    assert [len(new_game(seats).players) for seats in RULESET.seats] == [2, 3, 4, 5]


def test_km_2_one_city_for_all_and_a_deck_for_each():
    state = begun(3)
    assert len({RULESET.view_for(state, seat).city for seat in (0, 1, 2, None)}) == 1
    assert [player.deck_name for player in state.players] == ["neighbours", "merchants", "industrialists"]


def test_km_2_twenty_points_win():
    assert SETTINGS.vp_to_win == 20
    won = play(position(vp=[19, 0], support=["5/0/0"]), "exchange citizens")
    assert RULESET.to_act(won) == frozenset()
    assert RULESET.outcomes(won)[0].place == 1


def test_km_3_nobody_owns_a_district_or_its_goods():
    state = position(map={(0, 0): "D115:1", (1, 0): "D121:2"}, active=1)
    assert moves(state) == moves(position(map={(0, 0): "D115:1", (1, 0): "D121:2"}))
    used = play(state, "1: use 0,0 0")
    paid = used if used.question.kind == "main" else play(used, "1: pay 1,0*1")
    assert (goods(paid, (0, 0)), goods(paid, (1, 0))) == (3, 1)


@pytest.mark.parametrize("where", ["hands", "decks", "discards"])
def test_km_4_cards_out_of_play_are_no_targets(where):
    out_of_play = {"hands": ["S07", ""], where: ["S07" if where == "hands" else "", "O02 G01"]}
    assert refused(position(support=["1/0/0"], **out_of_play), "play S07").rule == "KM-37"


def test_km_4_cards_of_the_planning_zone_are_no_targets():
    piles = {"base": "D101 D102", "residential": "D201"}
    assert refused(position(hands=["S06"], support=["1/0/0"], piles=piles), "play S06").rule == "KM-37"


def test_km_4_cards_in_zones_are_in_play():
    state = play(position(hands=["S07"], support=["1/0/0"], zones=["", "O02 L01 G01"]), "play S07")
    assert kinds(state, "target") == [ref(state, 1, "O02"), ref(state, 1, "G01")]


def test_km_5_a_prohibition_beats_a_permission():
    city = {(0, 0): "D101:2"}
    piles = {"commercial": "D211 D216"}
    allowed = play(position(map=city, hands=["S14"], support=["3/0/0"], piles=piles), *_special_act())
    assert "rebuild 0,0" in kinds(allowed, "place")
    forbidden = position(map=city, hands=["S14"], support=["3/0/0"], piles=piles, zones=["", "G05"])
    assert "rebuild 0,0" not in kinds(play(forbidden, *_special_act()), "place")


def _special_act():
    return "play S14", "build", "take commercial"


def test_km_5_the_text_of_a_card_wins_over_the_rules():
    state = position(map={(0, 0): "D101:2"}, piles={"residential": "D301 D201"})
    assert kinds(play(state, "build", "take residential"), "place") == ["expand 0,0"]


SECRETS = {
    "hands": ["K01", "S02"],
    "decks": ["L17 L16", "S12 S11"],
    "piles": {"base": "D134 D135", "commercial": "D211 D311"},
}


@pytest.mark.parametrize(("viewer", "known"), [(None, set()), (0, {"K01"}), (1, {"S02"})])
def test_km_6_hands_decks_and_what_lies_under_the_top_are_hidden(viewer, known):
    view = RULESET.view_for(position(map={(0, 0): "D101"}, **SECRETS), viewer)
    seen = repr(replace(view, settings=()))
    hidden = {"K01", "S02", "L17", "L16", "S12", "S11", "D134", "D135", "D311"}
    assert {card for card in hidden if card in seen} == known
    assert "D211" in seen


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("play S01", {"hands": ["S01"]}),
        ("end", {"hands": [""], "decks": ["", "L01 L02"]}),
        ("find L01", {"hands": ["S01"], "zones": ["O10"], "decks": ["L01 L02 L03"]}),
    ],
)
def test_km_6_nobody_is_told_what_another_draws(text, given):
    state = position(**{"decks": ["L01 L02"]} | given)
    if text.startswith("find"):
        state = play(state, f"use {ref(state, 0, 'O10')} 0")
    done = step(state, text)
    told = [event.only_for for event in done.events if "L01" in repr(event)]
    assert told == [RULESET.view_for(done.state, None).active]


def test_km_6_numbers_of_cards_and_discard_piles_are_public():
    view = RULESET.view_for(position(hands=["K01 K02"], decks=["L17"], discards=["S01 S02"]), 1)
    mine = view.players[0]
    assert (mine.hand_count, mine.deck_count, mine.discard) == (2, 1, ("S02", "S01"))
    piled = RULESET.view_for(position(**SECRETS), None).piles
    assert [pile.count for pile in piled] == [2, 0, 2, 0, 0]


def test_km_7_chance_occurs_only_before_the_first_turn():
    start = new_game(2)
    chance = [ply.seat == CHANCE for ply in random_playout(RULESET, start, seed=3)]
    last = max(at for at, by_chance in enumerate(chance) if by_chance)
    assert sum(chance) == 3
    assert last == 4
