"""What a seat may know: concealed positions tell nothing of the decks' order, imagined ones fit them."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.bots.playouts import BusyPlayer, LooseDraw, playout
from games.rules.machi_koro_2.cards import IDS
from games.rules.machi_koro_2.invariants import check_invariants
from games.rules.machi_koro_2.play.rows import filled
from games.rules.registry import get
from tests.rules.machi_koro_2.build import RULESET, new_game
from tests.thorough import SEED, THOROUGH

BRAIN = RULESET.brain
GAMES = 40 if THOROUGH else 3
LOOKS = 60 if THOROUGH else 25
"""At so many positions of each game is looked."""
every_table = pytest.mark.parametrize("seats", RULESET.seats)


def positions(seats):
    """Yield how games went on, and some of their positions by the number of moves made."""
    for seed in range(SEED, SEED + GAMES):
        print(f"{seats} seats, seed {seed}")
        start = new_game(seats, seed)
        line = list(playout(RULESET, start, BusyPlayer(RULESET, seed)))
        states = [start, *(ply.step.state for ply in line)]
        for number in Random(seed).sample(range(len(states)), min(LOOKS, len(states))):
            yield start, line[:number], states[number]


def twin(start, line, random):
    """Return where the same moves lead if the decks are dealt otherwise, yet all see the same."""
    end = line[-1].step.state if line else start
    decks = tuple(
        _other_order(order, first, last.drawn, random)
        for order, first, last in zip(start.deal.decks, start.rows, end.rows, strict=True)
    )
    state = replace(start, deal=replace(start.deal, decks=decks))
    for ply in line:
        step = RULESET.apply(state, ply.seat, ply.move)
        assert step.events == ply.step.events
        state = step.state
    return state


def _other_order(order, first, drawn, random):
    """Return a deck with other cards to come, and the copies of the first row in another order."""
    start = order[: first.drawn]
    for _ in range(20):
        tried = tuple(random.sample(start, len(start)))
        if filled((), (), 0, tried) == first and len(tried) == first.drawn:
            start = tried
    return (*start, *order[first.drawn : drawn], *random.sample(order[drawn:], len(order) - drawn))


@every_table
def test_a_concealed_position_looks_the_same_to_its_seat(seats):
    for _, _, state in positions(seats):
        for seat in range(seats):
            concealed = BRAIN.conceal(state, seat)
            check_invariants(concealed)
            assert RULESET.view_for(concealed, seat) == RULESET.view_for(state, seat)
            assert RULESET.legal_moves(concealed, seat) == RULESET.legal_moves(state, seat)
            assert BRAIN.conceal(concealed, seat) == concealed
            assert RULESET.load(json.loads(json.dumps(RULESET.dump(concealed)))) == concealed


@every_table
def test_the_default_is_the_same_under_every_version(seats):
    for ruleset in (RULESET, get("machi_koro_2", 1)):
        for _, _, state in positions(seats):
            for seat in RULESET.to_act(state) - {-1}:
                concealed = ruleset.brain.conceal(state, seat)
                assert ruleset.default_move(concealed, seat) == ruleset.default_move(state, seat)


@every_table
def test_equal_views_after_equal_histories_conceal_to_the_same(seats):
    other_worlds = 0
    for start, line, state in positions(seats):
        other = twin(start, line, Random(len(line)))
        other_worlds += other != state
        for seat in range(seats):
            assert RULESET.view_for(other, seat) == RULESET.view_for(state, seat)
            one, two = (RULESET.dump(BRAIN.conceal(each, seat)) for each in (state, other))
            assert json.dumps(one) == json.dumps(two)
    assert other_worlds


def test_a_concealed_position_does_not_tell_in_which_order_the_first_row_came():
    start = new_game(2, 4)
    rest = Counter(start.deal.decks[0]) - Counter((0, 0, 1, 2, 3, 4))
    decks = [
        (*first, *rest.elements()) for first in ((0, 1, 0, 2, 3, 4), (0, 0, 1, 2, 3, 4), (0, 1, 2, 0, 3, 4))
    ]
    worlds = [
        replace(
            start,
            deal=replace(start.deal, decks=(deck, *start.deal.decks[1:])),
            rows=(filled((), (), 0, deck), *start.rows[1:]),
        )
        for deck in decks
    ]
    assert len({RULESET.view_for(world, 0) for world in worlds}) == 1
    assert len({BRAIN.conceal(world, 0) for world in worlds}) == 1 < len({*worlds})


@every_table
def test_what_a_seat_imagines_fits_what_it_sees(seats):
    for number, (_, _, state) in enumerate(positions(seats)):
        for seat in range(seats):
            concealed = BRAIN.conceal(state, seat)
            world = BRAIN.imagine(concealed, seat, LooseDraw(number))
            check_invariants(world)
            assert RULESET.view_for(world, seat) == RULESET.view_for(state, seat)
            assert BRAIN.conceal(world, seat) == concealed


def test_every_hidden_card_may_come_next_as_often_as_there_are_copies():
    concealed, tries = BRAIN.conceal(new_game(3, 5), 0), 3000
    worlds = [BRAIN.imagine(concealed, 0, LooseDraw(n)) for n in range(tries)]
    for row in range(3):
        hidden = concealed.deck(row)
        for card in set(hidden):
            share = sum(world.deck(row)[0] == card for world in worlds) / tries
            assert share == pytest.approx(hidden.count(card) / len(hidden), abs=0.04), IDS[card]
