"""What a seat does not know stays out of what it thinks with, and what it imagines may well be true (CC-78)."""

from itertools import combinations, permutations
from random import Random

import pytest

from games.bots.playouts import LooseDraw, random_playout
from games.rules.card_city.bot.concealing import conceal, imagine
from games.rules.card_city.cards import CODES
from games.rules.card_city.invariants import check_invariants
from games.rules.card_city.state import Phase
from tests.rules.card_city.build import RULESET, dividing, new_game, table
from tests.rules.card_city.worlds import other_deck, other_hand, untouched
from tests.thorough import SEED, THOROUGH

GAMES = 60 if THOROUGH else 4
"""For one seat; for more seats fewer, as each position is looked at by every seat."""
every_size = pytest.mark.parametrize("seats", RULESET.seats)
HIDING = (Phase.DIVIDE, Phase.CHOOSE)


def positions(seats):
    """Return the positions of some random games, each with a seat that looks at it."""
    for seed in range(SEED, SEED + GAMES // seats):
        print(f"{seats} seats, seed {seed}")
        for ply in random_playout(RULESET, new_game(seats, seed), seed):
            yield from ((ply.before, seat) for seat in range(seats))


def twins(state, seat, random):
    """Return positions the seat could not tell from this one: worlds of the rules, not of the brain."""
    worlds = [other_deck(state, random)]
    if state.phase in HIDING and seat != state.piles.divider:
        for _ in range(3):
            worlds.append(other_hand(worlds[-1], random) or worlds[-1])
    return worlds


def looks(state, seat):
    legal = RULESET.legal_moves(state, seat)
    return RULESET.view_for(state, seat), legal, RULESET.default_move(state, seat) if legal else None


@every_size
def test_the_seat_sees_and_may_do_the_same(seats):
    for state, seat in positions(seats):
        concealed = conceal(state, seat)
        check_invariants(concealed)
        assert looks(concealed, seat) == looks(state, seat)
        assert conceal(concealed, seat) == concealed
        assert RULESET.load(RULESET.dump(concealed)) == concealed


@every_size
def test_what_looks_alike_is_concealed_alike(seats):
    random, differing = Random(seats), 0
    for state, seat in positions(seats):
        shown = RULESET.dump(conceal(state, seat))
        for twin in twins(state, seat, random):
            differing += twin != state
            assert RULESET.view_for(twin, seat) == RULESET.view_for(state, seat)
            assert RULESET.dump(conceal(twin, seat)) == shown
    assert differing > 10 * GAMES


@every_size
def test_an_imagined_world_looks_the_same_and_could_be_dealt(seats):
    for number, (state, seat) in enumerate(positions(seats)):
        concealed = conceal(state, seat)
        world = imagine(concealed, seat, LooseDraw(number))
        check_invariants(world)
        assert looks(world, seat) == looks(state, seat)
        assert conceal(world, seat) == concealed
        if state.round == 1 and state.phase in HIDING:
            assert CODES.index("L") not in world.piles.hand + world.piles.down


def test_all_that_is_known_stays_as_it_is():
    state = dividing("RRCP", deck="LIP")
    assert conceal(state, 0).piles == state.piles
    assert conceal(state, 1).piles != state.piles
    assert conceal(state, 0).deck == tuple(sorted(state.deck))


def test_alone_the_cards_put_under_the_deck_stay_known():
    for ply in random_playout(RULESET, new_game(1, 5), 5):
        fresh = untouched(ply.before)
        for world in (conceal(ply.before, 0), imagine(ply.before, 0, LooseDraw(fresh))):
            assert world.deck[fresh:] == ply.before.deck[fresh:]


def test_every_order_of_a_deck_comes_up_about_as_often():
    state = table(deck="RCL")
    orders = [imagine(state, 0, LooseDraw(seed)).deck for seed in range(1200)]
    counts = {order: orders.count(order) for order in set(orders)}
    assert {*counts} == {*permutations(state.deck)}
    assert min(counts.values()) > 150


def test_in_round_1_every_hand_that_could_be_dealt_comes_up_about_as_often():
    state = dividing("RCIP", round=1, deck="RLL")
    worlds = [imagine(conceal(state, 1), 1, LooseDraw(seed)) for seed in range(2000)]
    hands = {hand: sum(world.piles.hand == hand for world in worlds) for hand in possible_hands("RRCIP")}
    assert sum(hands.values()) == len(worlds)
    ways = {hand: possible_hands("RRCIP").count(hand) for hand in hands}
    assert all(abs(hands[hand] - 400 * ways[hand]) < 90 for hand in hands)
    places = [world.deck.index(CODES.index("L")) for world in worlds]
    assert all(abs(places.count(place) - share * 2000) < 110 for place, share in ((0, 2 / 3), (1, 1 / 3)))


def possible_hands(text):
    return [tuple(sorted(map(CODES.index, hand))) for hand in combinations(text, 4)]
