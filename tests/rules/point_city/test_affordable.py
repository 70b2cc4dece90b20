"""The sweep over all pairs agrees with counting each pair by itself."""

from itertools import combinations

import pytest

from games.rules.point_city.board import PAIRS
from games.rules.point_city.cards import CARDS
from games.rules.point_city.market.affordable import PLACES, sweep
from games.rules.point_city.market.pairs import terms
from games.rules.point_city.market.payments import affordable, covers, payments
from games.rules.point_city.market.ways import PURSES, Need, ways_to_pay
from games.rules.point_city.packed import BUILT, purse_of, unpack
from tests.rules.point_city.build import city, playout, table


def _swept(state, payer):
    found = zip(PLACES, sweep(state.market, payer.purse + payer.permanents), strict=True)
    return {pair for pair, open_to in found if open_to}


def _counted(state, payer):
    return {pair for pair in PAIRS if affordable(*terms(state, payer, *pair))}


@pytest.mark.parametrize(("seats", "seed"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_the_sweep_finds_what_counting_finds(seats, seed):
    for ply in playout(seats, seed):
        for payer in ply.before.cities:
            assert _swept(ply.before, payer) == _counted(ply.before, payer)


def test_the_sweep_holds_for_the_richest_and_the_poorest():
    market = {slot: f"pc-{151 + slot % 10}/B" for slot in range(0, 16, 3)}
    everything = city(cards=" ".join(f"pc-{n:03}" for n in range(66, 101)))
    for payer in (city(), everything, city(" ".join(f"pc-{n:03}" for n in range(1, 30)))):
        state = table(market, city(), city())
        assert _swept(state, payer) == _counted(state, payer)


def _irredundant(need, pay):
    return not any(covers(need, pay[:index] + pay[index + 1 :]) for index in range(len(pay)))


@pytest.mark.parametrize("seed", range(3))
def test_every_payment_covers_the_need_and_holds_no_spare_card(seed):
    for ply in playout(2, seed):
        payer = ply.before.cities[ply.seat]
        for pair in PAIRS:
            need, purse = terms(ply.before, payer, *pair)
            legal = payments(need, purse)
            assert bool(legal) == affordable(need, purse)
            assert all(covers(need, pay) and _irredundant(need, pay) for pay in legal)
            assert len({*legal}) == len(legal)
            assert any(unpack(need)) or legal == ((),)


@pytest.mark.parametrize("seed", range(3))
def test_no_payment_is_forgotten(seed):
    for ply in playout(2, seed):
        payer = ply.before.cities[ply.seat]
        for pair in PAIRS[::3]:
            taken = [ply.before.market[slot] for slot in pair if ply.before.market[slot] < BUILT]
            sorts = sorted(CARDS[card].sort for card in (*payer.cards[:7], *taken))
            few = purse_of((*payer.cards[:7], *taken))
            need, _ = terms(ply.before, payer, *pair)
            subsets = {chosen for size in range(len(sorts) + 1) for chosen in combinations(sorts, size)}
            legal = {pay for pay in subsets if covers(need, pay) and _irredundant(need, pay)}
            assert {*payments(need, few)} == legal


@pytest.mark.parametrize("seed", range(3))
def test_the_tables_know_every_payment_and_every_place(seed):
    for ply in playout(2, seed):
        for payer in ply.before.cities:
            for place, pair in enumerate(PLACES):
                need, purse = terms(ply.before, payer, *pair)
                found = ways_to_pay(need, purse)
                assert found.payments == payments(need, purse)
                assert [(move.a, move.b, move.pay) for move in found[place]] == [
                    (*pair, pay) for pay in found.payments
                ]


def test_the_table_of_a_need_does_not_grow_for_ever():
    need, _ = terms(table({0: "pc-151/B", 1: "pc-152/B"}), city(), 0, 1)
    few = Need(need)
    for purse in range(0, 4 * PURSES << 48, 1 << 48):
        few[purse & few.drawn_on]
    assert len(few) <= PURSES
