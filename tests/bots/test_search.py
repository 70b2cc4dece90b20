"""The search finds what is best, keeps to its budget, and plays the same by the same seed."""

from collections import Counter
from dataclasses import replace
from itertools import count

import pytest

from games.bots.search import Look, Search, shortlist
from games.rules import registry
from games.rules.brains import SearchPlan
from tests.bots.nim import LAST, Heap, Take, legal_moves, nim

EXACT = SearchPlan(worlds=1)


def search(plan, seed=1, **parts):
    return Search(nim(plan, **parts), 2, plan, seed)


@pytest.mark.parametrize("left", [5, 6, 7])
def test_trials_to_the_end_find_the_move_that_wins(left):
    # To leave four is to win; any other move lets the rival leave four.
    assert search(LAST).choose(Heap(left), 0) == Take(left - 4)


@pytest.mark.parametrize("left", [1, 2, 3])
@pytest.mark.parametrize(
    "plan", [EXACT, LAST, SearchPlan(worlds=1, heat=0.2), SearchPlan(worlds=1, grain=0.4)]
)
def test_a_win_at_hand_is_taken_by_every_plan(plan, left):
    for seed in range(20):
        assert search(plan, seed).choose(Heap(left), 0) == Take(left)


def test_the_same_seed_chooses_the_same_and_another_may_not():
    few = replace(LAST, rollouts=4)
    chosen = [search(few, seed).choose(Heap(21), 0) for seed in range(30)]
    assert chosen == [search(few, seed).choose(Heap(21), 0) for seed in range(30)]
    assert len({*chosen}) > 1


def test_a_lone_move_is_made_without_a_look():
    def refuse(heap, seat, draw):
        raise AssertionError

    assert search(LAST, imagine=refuse).choose(Heap(1), 0) == Take(1)


@pytest.mark.parametrize("rollouts", [8, 64])
def test_as_many_trials_are_made_as_the_budget_has(rollouts):
    imagined = Counter()

    def imagine(heap, seat, draw):
        imagined["worlds"] += 1
        return heap

    search(replace(LAST, rollouts=rollouts), imagine=imagine).choose(Heap(15), 0)
    # One world of the first look; each other one serves all moves that are left in that round.
    assert 1 + rollouts / 3 - 2 <= imagined["worlds"] <= 1 + rollouts / 2


def test_moves_are_compared_in_the_same_worlds_with_the_same_luck():
    played = {}

    def pick(heap, seat, draw, weights):
        played.setdefault(heap, []).append(draw.below("any", 10**9))
        return Take(1)

    search(replace(LAST, rollouts=6), pick=pick).choose(Heap(40), 0)
    first = [{*played[Heap(40 - taken, 1)]} for taken in (1, 2, 3)]
    assert len(set.intersection(*first)) >= 1


def test_late_it_returns_the_best_so_far():
    calls = count()
    assert search(LAST).choose(Heap(7), 0, lambda: next(calls) > 10) in legal_moves(Heap(7), 0)
    assert 10 < next(calls) < 20
    assert search(LAST).choose(Heap(3), 0, lambda: True) == Take(3)


def test_late_it_returns_what_was_best_in_the_worlds_that_were_seen_whole():
    chosen = Counter()
    for seed in range(20):
        worlds = Counter()

        def imagine(heap, seat, draw, worlds=worlds):
            worlds["made"] += 1
            return heap

        late = search(LAST, seed, imagine=imagine)
        chosen[late.choose(Heap(7), 0, lambda worlds=worlds: worlds["made"] > 9)] += 1
    assert chosen[Take(3)] > 10


def test_late_the_first_look_counts_the_worlds_it_has_made():
    """Otherwise all moves would look alike to a player that picks among them unevenly."""
    moves = legal_moves(Heap(7), 0)
    whole = search(SearchPlan(worlds=1))._looks(Heap(7), 0, moves, lambda: False)
    assert search(SearchPlan(worlds=3))._looks(Heap(7), 0, moves, lambda: True) == whole


@pytest.mark.parametrize(
    "plan",
    [
        replace(LAST, wild=False, plies=2, rollouts=600),
        SearchPlan(worlds=50, turns=1, width=8),
        SearchPlan(worlds=50, breadth=(3,)),
    ],
)
def test_it_ends_in_time_but_for_one_trial_also_where_replies_are_slow(plan):
    used = Counter()

    def slow(heap, seat, draw, weights):
        used["ms"] += 20
        return Take(1)

    title = search(plan, reply=slow, is_quiet=lambda heap: heap.left % 3 == 0)
    title.choose(Heap(40), 0, lambda: used["ms"] > 300)
    assert 300 < used["ms"] < 300 + 5 * 20


def test_heat_prefers_better_moves_and_never_makes_a_far_worse_one():
    # One point more is one step of the logistic curve; a hundred is nothing anybody overlooks.
    worths = {9: 0.0, 8: 1.0, 7: 100.0}

    def assess(heap):
        return ((-worths[heap.left],), (0.0,))

    plan = SearchPlan(worlds=1, heat=0.25)
    chosen = Counter(search(plan, seed, assess=assess).choose(Heap(10), 0).number for seed in range(300))
    assert chosen[1] > 1.5 * chosen[2] > 0
    assert chosen[3] == 0


def test_grain_takes_any_good_move_but_never_the_worst():
    plan = SearchPlan(worlds=1, grain=0.1)
    chosen = {search(plan, seed).choose(Heap(10), 0).number for seed in range(100)}
    assert len(chosen) == 2


def test_one_move_of_each_kind_is_followed():
    kinds = [replace_kind(Take(number), "other" if number == 9 else "take") for number in range(10)]
    looks = [Look(1 - number / 10, move) for number, move in enumerate(kinds)]
    found = shortlist(looks, 3)
    assert [move.number for move in found] == [0, 1, 2, 9]


def replace_kind(move, kind):
    return type("Kind", (Take,), {"kind": kind, "__slots__": ()})(move.number)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_every_title_has_four_plans_of_growing_cost(slug):
    plans = registry.get(slug).brain.plans
    assert len(plans) == 4
    assert [plan.rollouts for plan in plans] == sorted(plan.rollouts for plan in plans)
    assert plans[0].heat or plans[0].grain
    assert not plans[3].heat
    assert not plans[3].grain
