"""A player that thinks ahead knows what its seat may, guesses the rest fairly, and moves legally by habit."""

import json
from collections import Counter
from random import Random

import pytest

from games.bots.playouts import BusyPlayer, LooseDraw, deal
from games.rules.karciane_miasto.bot.brain import BRAIN
from games.rules.karciane_miasto.bot.habits import by_habit
from games.rules.karciane_miasto.cards import EFFECTS, STARTER_DECKS
from games.rules.karciane_miasto.invariants import check_invariants
from games.rules.protocol import CHANCE
from tests.rules.karciane_miasto.build import RULESET, begun, play, position
from tests.rules.karciane_miasto.worlds import strange_world
from tests.thorough import SEED, THOROUGH

GAMES, SHARE = (12, 0.5) if THOROUGH else (1, 0.04)


def viewers(seats, random):
    """Return the seats whose eyes are tried: one by chance, or all when there is time."""
    return range(seats) if THOROUGH else (random.randrange(seats),)


every_size = pytest.mark.parametrize("seats", RULESET.seats)


def positions(seats):
    """Yield positions of random games, in which settings are changed and at times somebody leaves."""
    for seed in range(SEED, SEED + GAMES):
        print(f"{seats} seats, seed {seed}")
        random, player = Random(seed), BusyPlayer(RULESET, seed)
        state = deal(RULESET, seats, seed)
        while RULESET.to_act(state):
            if random.random() < (SHARE if state.turn.number else 0.5):
                yield state, random
            if random.random() < 0.1:
                who = random.randrange(seats)
                aside = RULESET.aside(state, who)
                state = RULESET.apply(state, who, random.choice(aside)).state if aside else state
            if random.random() < 0.002 and seats > 2 and RULESET.leave(state, 0):
                state = RULESET.apply(state, 0, RULESET.leave(state, 0)).state
            elif RULESET.to_act(state):
                state = RULESET.apply(state, *player.next_move(state)).state
        yield state, random


def dumped(state):
    return json.dumps(RULESET.dump(state))


@every_size
def test_a_seat_sees_and_may_do_the_same_in_what_stands_for_all_it_cannot_tell_apart(seats):
    for state, random in positions(seats):
        for seat in viewers(seats, random):
            concealed = BRAIN.conceal(state, seat)
            assert RULESET.view_for(concealed, seat) == RULESET.view_for(state, seat)
            assert RULESET.to_act(concealed) == RULESET.to_act(state)
            if seat in RULESET.to_act(state):
                assert RULESET.legal_moves(concealed, seat) == RULESET.legal_moves(state, seat)
                assert RULESET.default_move(concealed, seat) == RULESET.default_move(state, seat)
            assert dumped(BRAIN.conceal(concealed, seat)) == dumped(concealed)
            assert RULESET.load(json.loads(dumped(concealed))) == concealed


@every_size
def test_worlds_that_a_seat_cannot_tell_apart_are_concealed_alike(seats):
    """Other piles, other decks of the others, other hands, other settings: not a byte differs."""
    for state, random in positions(seats):
        for seat in viewers(seats, random):
            other = strange_world(state, random, seat)
            check_invariants(other)
            assert RULESET.view_for(other, seat) == RULESET.view_for(state, seat)
            assert dumped(BRAIN.conceal(other, seat)) == dumped(BRAIN.conceal(state, seat))


@every_size
def test_a_world_that_a_seat_imagines_is_sound_and_looks_the_same_to_it(seats):
    for state, random in positions(seats):
        for seat in viewers(seats, random):
            concealed = BRAIN.conceal(state, seat)
            world = BRAIN.imagine(concealed, seat, LooseDraw(random.randrange(2**20)))
            check_invariants(world)
            assert RULESET.view_for(world, seat) == RULESET.view_for(state, seat)
            assert BRAIN.conceal(world, seat) == concealed


def imagined(state, seat, times):
    concealed = BRAIN.conceal(state, seat)
    return [BRAIN.imagine(concealed, seat, LooseDraw(seed)) for seed in range(times)]


@pytest.mark.parametrize("deck", STARTER_DECKS)
def test_which_deck_the_others_brought_changes_no_guess(deck):
    others = [one for one in STARTER_DECKS if one != "neighbours"]
    first = begun(2, 3, ("neighbours", others[0]))
    state = begun(2, 3, ("neighbours", deck)) if deck != "neighbours" else first
    assert dumped(BRAIN.conceal(state, 0)) == dumped(BRAIN.conceal(first, 0))


def test_each_starter_deck_is_as_likely_and_others_come_up():
    guesses = Counter(world.players[1].deck_name for world in imagined(begun(2, 1), 0, 800))
    assert set(guesses) == {*STARTER_DECKS, "own"}
    assert all(140 < guesses[name] < 220 for name in STARTER_DECKS), guesses
    assert 50 < guesses["own"] < 115


def test_a_card_that_was_shown_rules_out_the_decks_without_it():
    deck = STARTER_DECKS["reformers"].cards
    rest = [card for card in deck if card != "L08"]
    state = position(
        hands=["", " ".join(rest[:5])], decks=["S01", " ".join(rest[5:])], discards=["", "L08 L08 L08"]
    )
    assert {world.players[1].deck_name for world in imagined(state, 0, 60)} == {"reformers", "own"}


def test_a_deck_that_no_starter_deck_can_be_is_guessed_from_all_cards():
    state = position(
        hands=["", "L01 L02"],
        decks=["S01", " ".join(["L03"] * 30)],
        discards=["", "L01 L04 O01 O11 K01 V07 V02 S17"],
    )
    worlds = imagined(state, 0, 40)
    assert {world.players[1].deck_name for world in worlds} == {"own"}
    assert len({card for world in worlds for card in world.players[1].deck}) > 60


def test_every_order_of_what_is_hidden_can_come_up():
    state = position(
        piles={"public": "D231 D232 D233", "base": "D101 D102"},
        decks=["S01 S02", "S03"],
        hands=["L01", "L02"],
    )
    worlds = imagined(state, 0, 80)
    assert {world.piles.public for world in worlds} == {("D231", "D232", "D233"), ("D231", "D233", "D232")}
    assert {world.piles.base for world in worlds} == {("D101", "D102"), ("D102", "D101")}
    assert {world.players[0].deck for world in worlds} == {("S01", "S02"), ("S02", "S01")}


def test_who_searches_its_deck_knows_what_it_found_and_no_more():
    start = position(zones=["O10"], hands=["S03 S04"], decks=["S01 L01 S01 L02 L03 S01"])
    (manager,) = start.players[0].zone
    state = play(start, f"use #{manager.serial} 0", "discard S03")
    assert state.question.options == ("find S01", "find L01")
    concealed = BRAIN.conceal(state, 0)
    assert RULESET.legal_moves(concealed, 0) == RULESET.legal_moves(state, 0)
    tops = {world.players[0].deck[:3] for world in imagined(state, 0, 20)}
    assert all({*top} == {"S01", "L01"} for top in tops)
    after = RULESET.apply(state, 0, RULESET.parse_move("find L01")).state
    for world in imagined(state, 0, 5):
        found = RULESET.apply(world, 0, RULESET.parse_move("find L01")).state
        assert found.players[0].hand == after.players[0].hand


def test_no_search_takes_more_than_one_card():
    """With more the cards chosen so far would lie on the agenda, where others must not see them."""
    assert all(effect.take == 1 for effect in EFFECTS.values() if effect.kind == "search")


@every_size
def test_what_is_done_by_habit_and_what_is_sensible_is_legal(seats):
    for state, _ in positions(seats):
        for seat in RULESET.to_act(state) - {CHANCE}:
            legal = RULESET.legal_moves(state, seat)
            assert by_habit(state, seat) in legal
            assert BRAIN.sensible(state, seat) and {*BRAIN.sensible(state, seat)} <= {*legal}


@every_size
def test_every_seat_has_so_much_of_every_part(seats):
    weights = BRAIN.weights_for(seats)
    for state, _ in positions(seats):
        rows = BRAIN.assess(state)
        assert [len(row) for row in rows] == [len(BRAIN.parts)] * seats == [len(weights)] * seats
        assert [row[0] for row in rows] == [player.vp for player in state.players]


def test_there_are_weights_for_two_and_for_four():
    assert {2, 4} <= {*BRAIN.weights}
