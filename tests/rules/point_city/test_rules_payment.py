"""PC-34 to PC-45: what a pair costs and which cards may pay for it."""

from itertools import combinations, product
from random import Random

import pytest

from games.rules.point_city.cards import CARDS, INGENUITY, SORTS
from games.rules.point_city.packed import BUILT
from tests.rules.point_city.build import (
    RULESET,
    cards,
    city,
    names,
    number,
    pairs,
    play,
    playout,
    refused,
    shown,
    table,
    ways,
)

BASIC = range(5)
NOBODY = city()
CIVIC = ("pc-016", "pc-015", "pc-011", "pc-009", "pc-008")
"""By basic type: a building that costs three of it."""
THREE_OF = (
    "pc-033 pc-040 pc-041",
    "pc-018 pc-019 pc-022",
    "pc-001 pc-002 pc-005",
    "pc-010 pc-013 pc-014",
    "pc-012 pc-017 pc-031",
)
"""By basic type: resource cards of one symbol each."""


def _covers(need, chosen):
    """PC-39 as it is written: what the chosen cards lack, ingenuity must supply."""
    have = [sum(CARDS[c].count for c in chosen if CARDS[c].resource == t) for t in BASIC]
    wild = sum(CARDS[c].resource == INGENUITY for c in chosen)
    return sum(max(0, need[t] - have[t]) for t in BASIC) <= wild


def _need(state, seat, a, b):
    """PC-34 as it is written."""
    taken = [state.market[slot] for slot in (a, b)]
    costs = [CARDS[lying - BUILT].building.cost for lying in taken if lying >= BUILT]
    built = [CARDS[card].building.permanent for card in state.cities[seat].buildings]
    return [max(0, sum(cost[t] for cost in costs) - built.count(t)) for t in BASIC]


def _available(state, seat, a, b):
    taken = [state.market[slot] for slot in (a, b)]
    return [*state.cities[seat].cards, *(lying for lying in taken if lying < BUILT)]


def _legal_payments(state, seat, a, b):
    """Try every subset of the available cards (PC-37, PC-39)."""
    need, held = _need(state, seat, a, b), _available(state, seat, a, b)
    found = set()
    for size in range(len(held) + 1):
        for chosen in combinations(held, size):
            spare = any(_covers(need, chosen[:i] + chosen[i + 1 :]) for i in range(size))
            if _covers(need, chosen) and not spare:
                found.add(tuple(sorted(SORTS[CARDS[c].sort] for c in chosen)))
    return found


def _random_table(seed):
    """Six resource cards, five buildings in the city, and five buildings in the market."""
    chooser = Random(seed)
    ids = [f"pc-{n:03}" for n in chooser.sample(range(1, 161), 26)]
    market = {slot: name + "/B" * (slot in (0, 1, 4, 10, 11)) for slot, name in enumerate(ids[:16])}
    return table(market, city(" ".join(ids[16:20]), " ".join(("start", *ids[20:]))), city(cards="pc-start-2"))


def _offered(state, a, b):
    return {tuple(sorted(way.removeprefix("pay").split())) for way in ways(state, a, b)}


def test_pc_34_need_is_cost_less_permanents():
    state = table({0: "pc-038/B", 1: "pc-033"}, city("pc-029", "start pc-001"), NOBODY)
    assert ways(state, 0, 1) == {"pay energy1 ingenuity"}
    after = play(state, "take 0 1 pay energy1 ingenuity")
    assert names(after.cities[0].buildings) == ["pc-029", "pc-038"]
    assert names(after.cities[0].cards) == ["pc-033"]


def test_pc_34_permanents_never_make_a_negative_need():
    state = table({0: "pc-018/B", 1: "pc-002"}, city("pc-027 pc-040 pc-052", "start"), NOBODY)
    assert ways(state, 0, 1) == {"pay ingenuity"}


def test_pc_35_permanents_are_free_and_stay():
    state = table({0: "pc-007/B", 1: "pc-002"}, city("pc-029 pc-017", "start pc-010 pc-012"), NOBODY)
    assert ways(state, 0, 1) == {""}
    after = play(state, "take 0 1").cities[0]
    assert names(after.buildings) == ["pc-029", "pc-017", "pc-007"]
    assert names(after.cards) == ["pc-start-1", "pc-010", "pc-012", "pc-002"]


def test_pc_35_nobody_may_decline_to_use_them():
    state = table({0: "pc-007/B", 1: "pc-002"}, city("pc-029 pc-017", "pc-010 pc-012"), NOBODY)
    assert refused(state, "take 0 1 pay ecology1 industry1").rule == "PC-39"


def test_pc_35_each_permanent_gives_one_symbol_a_turn():
    market = {0: "pc-018/B", 1: "pc-023/B"}
    assert (0, 1) not in pairs(table(market, city("pc-027 pc-017", "start"), NOBODY))
    assert ways(table(market, city("pc-027 pc-017", "start pc-012"), NOBODY), 0, 1) == {
        "pay industry1 ingenuity"
    }


@pytest.mark.parametrize("slots", [(0, 1), (1, 0)])
def test_pc_36_a_new_building_does_not_pay_for_the_other(slots):
    market = dict(zip(slots, ("pc-047/B", "pc-013/B"), strict=True))
    assert (0, 1) not in pairs(table(market, city(cards="pc-001 pc-010 pc-033"), NOBODY))
    richer = table(market, city(cards="pc-001 pc-010 pc-033 start"), NOBODY)
    assert ways(richer, 0, 1) == {"pay community1 energy1 ecology1 ingenuity"}


def test_pc_36_it_pays_from_the_next_turn_on():
    state = table(
        {0: "pc-047/B", 1: "pc-002", 14: "pc-013/B", 15: "pc-006"}, city("pc-029 pc-005", "pc-033"), NOBODY
    )
    assert refused(state, "take 14 15 pay community1").rule == "PC-28"
    later = play(state, "take 0 1", "deck")
    assert "pay community1" in ways(later, 14, 15)


def test_pc_37_the_starting_card_and_the_taken_card_are_available():
    state = table({0: "pc-027/B", 1: "pc-012"}, city(cards="start"), NOBODY)
    assert ways(state, 0, 1) == {"pay industry1 ingenuity"}
    assert play(state, "take 0 1 pay industry1 ingenuity").cities[0].cards == ()


def test_pc_37_other_cards_are_not():
    state = table({0: "pc-027/B", 1: "pc-002", 4: "pc-012"}, city(cards="start"), city(cards="pc-085"))
    assert refused(state, "take 0 1 pay industry2").rule == "PC-28"
    can_pay = table({0: "pc-027/B", 1: "pc-012"}, city(cards="start"), city(cards="pc-085"))
    assert refused(can_pay, "take 0 1 pay industry2").rule == "PC-37"
    assert refused(can_pay, "take 0 1 pay ingenuity ingenuity").rule == "PC-37"


@pytest.mark.parametrize("building", CIVIC)
def test_pc_38_ingenuity_is_one_symbol_of_any_basic_type(building):
    state = table({0: f"{building}/B", 1: "pc-066"}, city(cards="start pc-067"), NOBODY)
    assert ways(state, 0, 1) == {"pay ingenuity ingenuity ingenuity"}
    assert (0, 1) not in pairs(table({0: f"{building}/B", 1: "pc-066"}, city(cards="start"), NOBODY))


@pytest.mark.parametrize(("paid", "cost"), list(product(BASIC, BASIC)))
def test_pc_38_no_basic_type_stands_for_another(paid, cost):
    state = table({0: f"{CIVIC[cost]}/B", 1: "pc-066"}, city(cards=THREE_OF[paid]), NOBODY)
    assert ((0, 1) in pairs(state)) is (paid == cost)


@pytest.mark.parametrize("seed", range(12))
def test_pc_39_exactly_the_sets_without_a_spare_card_are_legal(seed):
    state = _random_table(seed)
    for a, b in ((0, 1), (0, 4), (10, 11), (1, 2), (4, 8), (9, 10), (7, 11)):
        assert _offered(state, a, b) == _legal_payments(state, 0, a, b)


def test_pc_39_some_random_tables_offer_a_choice():
    offers = [
        len(_offered(_random_table(seed), a, b)) for seed in range(12) for a, b in ((0, 4), (4, 8), (7, 11))
    ]
    assert max(offers) > 2
    assert min(offers) == 0


def test_pc_39_too_little_and_too_much_are_refused():
    state = table({0: "pc-038/B", 1: "pc-033"}, city("pc-029", "start pc-001"), NOBODY)
    assert refused(state, "take 0 1 pay energy1").rule == "PC-39"
    assert refused(state, "take 0 1").rule == "PC-39"
    assert refused(state, "take 0 1 pay community1 energy1 ingenuity").rule == "PC-39"


def test_pc_39_no_need_no_payment():
    state = table({0: "pc-002", 1: "pc-006"})
    assert refused(state, "take 0 1 pay ingenuity").rule == "PC-39"


@pytest.mark.parametrize("seed", range(12))
def test_pc_40_affordable_if_all_cards_together_cover(seed):
    state = _random_table(seed)
    for a, b in ((0, 1), (0, 4), (10, 11), (4, 5), (6, 10)):
        affordable = _covers(_need(state, 0, a, b), _available(state, 0, a, b))
        assert ((a, b) in pairs(state)) is affordable


def test_pc_41_the_second_symbol_of_a_card_is_lost():
    state = table({0: "pc-018/B", 1: "pc-008"}, city(cards="start pc-085"), NOBODY)
    three = {"pay community1 industry2", "pay community1 ingenuity", "pay industry2 ingenuity"}
    assert ways(state, 0, 1) == three
    after = play(state, "take 0 1 pay community1 industry2")
    assert names(after.cities[0].cards) == ["pc-start-1"]
    refused(state, "take 0 1 pay community1 industry2 ingenuity")


def test_pc_42_one_card_may_pay_for_two_buildings():
    state = table({0: "pc-018/B", 1: "pc-023/B"}, city(cards="pc-085 pc-089"), NOBODY)
    assert ways(state, 0, 1) == {"pay community2 industry2"}
    after = play(state, "take 0 1 pay community2 industry2").cities[0]
    assert (names(after.buildings), after.cards) == (["pc-018", "pc-023"], ())


def test_pc_43_spent_cards_are_discarded_even_one_just_taken():
    state = table({2: "pc-030/B", 6: "pc-026"}, deck="pc-018 pc-012")
    after = play(state, "take 2 6 pay energy1 ingenuity")
    assert set(after.discard) == {number("pc-026"), number("start")}
    assert (shown(after, 2), shown(after, 6)) == ("pc-018/R", "pc-012/B")


def test_pc_43_discarded_cards_never_come_back():
    for ply in playout(3, seed=7):
        assert ply.after.discard[: len(ply.before.discard)] == ply.before.discard
        held = {card for each in ply.after.cities for card in (*each.cards, *each.buildings)}
        assert not held & {*ply.after.discard}


@pytest.mark.parametrize("slots", [(4, 5), (5, 4)])
def test_pc_44_two_buildings_go_to_the_city_lower_slot_first(slots):
    lower, higher = sorted(slots)
    state = table({lower: "pc-018/B", higher: "pc-023/B"}, city("pc-030", "pc-085 pc-089 pc-001"), NOBODY)
    after = play(state, f"take {slots[0]} {slots[1]} pay community2 industry2").cities[0]
    assert (names(after.buildings), names(after.cards)) == (["pc-030", "pc-018", "pc-023"], ["pc-001"])


def _suggested(state, *slots):
    draft = RULESET.compose(state, 0, {"slot": [str(slot) for slot in slots]})
    return draft, draft.pair.payment


def test_pc_45_the_suggestion_saves_ingenuity_first():
    draft, payment = _suggested(table({0: "pc-018/B", 1: "pc-008"}, city(cards="start pc-085"), NOBODY), 0, 1)
    assert {sort.sort for sort in payment.sorts} == {"community1", "industry2"}
    assert len(draft.pair.payments) == 3
    assert (payment.ingenuity, payment.wasted) == (0, 1)


def test_pc_45_then_it_saves_symbols_then_cards():
    market = {0: "pc-018/B", 1: "pc-002"}
    _, payment = _suggested(table(market, city("pc-027", "pc-012 pc-085"), NOBODY), 0, 1)
    assert [(sort.sort, sort.cards) for sort in payment.sorts] == [("industry1", 1)]
    two = table({0: "pc-027/B", 1: "pc-002"}, city(cards="pc-012 pc-017 pc-085"), NOBODY)
    assert [(sort.sort, sort.cards) for sort in _suggested(two, 0, 1)[1].sorts] == [("industry2", 1)]


def test_pc_45_of_equal_cards_the_one_held_longest_goes():
    state = table({0: "pc-022/B", 1: "pc-026"}, city("pc-017", "pc-002 pc-001"), NOBODY)
    after = play(state, "take 0 1 pay energy1")
    assert (after.discard, after.cities[0].cards) == (cards("pc-002"), cards("pc-001 pc-026"))


def test_pc_45_a_single_payment_is_used_without_asking():
    draft, payment = _suggested(table({0: "pc-027/B", 1: "pc-012"}, city(cards="start"), NOBODY), 0, 1)
    assert draft.asks == "confirm"
    assert draft.notation == "take 0 1 pay industry1 ingenuity"
    assert payment.suggested
