"""What a seat's player is given: nothing that lies hidden (PC-16 to PC-18)."""

from collections import Counter
from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from games.bots.playouts import LooseDraw
from games.rules.point_city.cards import BUILDINGS, CARDS
from games.rules.point_city.packed import BUILT, CARD, EMPTY
from games.rules.point_city.state import city_of
from tests.rules.point_city.build import RULESET, playout
from tests.thorough import SEED, THOROUGH

BRAIN = RULESET.brain
GAMES = 60 if THOROUGH else 3
STEP = 1 if THOROUGH else 3
every_table = pytest.mark.parametrize("seats", RULESET.seats)


def _positions(seats):
    """Return positions of random games in which a seat may act, with that seat."""
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        for ply in playout(seats, seed)[::STEP]:
            yield ply.before, max(0, ply.seat)


def _same_to_all(state, random):
    """Return a position that nobody can tell from this one, by many exchanges of two cards.

    Two cards may change places if they are of one tier, neither has shown its building side, and they
    look the same or neither has been seen at all.
    """
    built = {value & CARD for value in state.market if value >= BUILT}
    built |= {card for each in state.cities for card in each.buildings}
    seen = {*state.deal.order[: state.drawn + 1]}
    now, hidden = list(range(len(CARDS))), [card for card in range(len(BUILDINGS)) if card not in built]
    for _ in range(400):
        one, other = random.sample(hidden, 2)
        a, b = CARDS[now[one]], CARDS[now[other]]
        if a.tier == b.tier and (a.sort == b.sort or not {one, other} & seen):
            now[one], now[other] = now[other], now[one]
    return _exchanged(state, now)


def _exchanged(state, now):
    return replace(
        state,
        deal=replace(state.deal, order=tuple(now[card] for card in state.deal.order)),
        market=tuple(each if each == EMPTY else now[each & CARD] + (each & BUILT) for each in state.market),
        cities=tuple(
            city_of(tuple(now[card] for card in each.cards), each.buildings, each.tokens)
            for each in state.cities
        ),
        discard=tuple(now[card] for card in state.discard),
    )


@every_table
def test_what_is_concealed_looks_the_same_and_allows_the_same(seats):
    for state, seat in _positions(seats):
        concealed = BRAIN.conceal(state, seat)
        assert RULESET.view_for(concealed, seat) == RULESET.view_for(state, seat)
        assert RULESET.legal_moves(concealed, seat) == RULESET.legal_moves(state, seat)
        if RULESET.to_act(state) == {seat}:
            assert RULESET.default_move(concealed, seat) == RULESET.default_move(state, seat)
        RULESET.invariants(concealed)


@every_table
def test_two_positions_that_look_the_same_are_concealed_to_the_same_bytes(seats):
    random, other_worlds = Random(SEED), 0
    for state, seat in _positions(seats):
        other = _same_to_all(state, random)
        other_worlds += other != state
        assert RULESET.view_for(other, seat) == RULESET.view_for(state, seat)
        dump = RULESET.dump(BRAIN.conceal(state, seat))
        assert RULESET.dump(BRAIN.conceal(other, seat)) == dump
        loaded = RULESET.load(dump)
        assert RULESET.dump(BRAIN.conceal(loaded, seat)) == dump
    assert other_worlds > 20


@every_table
def test_all_seats_know_the_same(seats):
    for state, _ in _positions(seats):
        assert len({repr(RULESET.dump(BRAIN.conceal(state, seat))) for seat in range(seats)}) == 1


@every_table
def test_an_imagined_world_looks_the_same_and_is_sound(seats):
    for number, (state, seat) in enumerate(_positions(seats)):
        concealed = BRAIN.conceal(state, seat)
        world = BRAIN.imagine(concealed, seat, LooseDraw(number))
        assert RULESET.view_for(world, seat) == RULESET.view_for(state, seat)
        RULESET.invariants(world)
        assert RULESET.dump(BRAIN.conceal(world, seat)) == RULESET.dump(concealed)


def test_every_card_that_may_lie_somewhere_is_imagined_there_equally_often():
    state, worlds = playout(2, 4)[9].before, 1200
    concealed = BRAIN.conceal(state, 0)
    imagined = [BRAIN.imagine(concealed, 0, LooseDraw(number)).deal.order for number in range(worlds)]
    built = {value & CARD for value in state.market if value >= BUILT}
    built |= {card for each in state.cities for card in each.buildings}
    hidden = [card for card in range(len(BUILDINGS)) if card not in built]
    lying = next(at for at, card in enumerate(state.deal.order) if card not in built)
    look = (CARDS[state.deal.order[lying]].tier, CARDS[state.deal.order[lying]].sort)
    alike = [card for card in hidden if (CARDS[card].tier, CARDS[card].sort) == look]
    _is_even(Counter(order[lying] for order in imagined), alike, worlds)
    last = [card for card in hidden if CARDS[card].tier == 3]
    _is_even(Counter(order[-1] for order in imagined), last, worlds)


def _is_even(counts, cards, worlds):
    share = worlds / len(cards)
    assert {*counts} == {*cards}
    assert all(abs(count - share) < 5 * sqrt(share) for count in counts.values())
