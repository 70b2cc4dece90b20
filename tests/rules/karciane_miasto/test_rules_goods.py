"""KM-58 to KM-64: what a build costs, the declared payment, and builds that fail."""

import pytest

from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    goods,
    kinds,
    moves,
    on_map,
    play,
    position,
    ref,
    refused,
    zone,
)

CITY = {(0, 0): "D101:2", (1, 0): "D111:2", (0, 1): "D121:2"}
FOOD_PLANT = {"industrial": "D223 D225"}


def paying(*, place="create 0,-1", city=None, pile="industrial", piles=None, **rest):
    """Return the position in which the active player is to declare a payment."""
    state = position(map=city or CITY, piles=piles or FOOD_PLANT, **rest)
    return play(state, "build", f"take {pile}", f"place {place}")


def due(state):
    return RULESET.view_for(state, None).build.due


@pytest.mark.parametrize(
    ("change", "amount"),
    [
        ({}, 2),
        ({"zones": ["", "G02"]}, 3),
        ({"zones": ["G02"]}, 2),
        ({"zones": ["G04"]}, 1),
        ({"zones": ["G04 G04 G04"]}, 0),
        ({"zones": ["G04", "G02"]}, 2),
        ({"city": CITY | {(2, 0): "D222"}}, 1),
        ({"city": CITY | {(2, 0): "D222"}, "zones": ["", "G02 G02"]}, 3),
    ],
)
def test_km_58_all_modifiers_are_one_sum(change, amount):
    state = paying(**change)
    if amount:
        assert due(state) == amount
    else:
        assert on_map(state)[(0, -1)] == "D223:2"


def test_km_58_the_builder_chooses_what_is_left_out():
    state = paying(zones=["G04"])
    assert play(state, "pay 0,0*1").city != play(state, "pay 1,0*1").city
    assert refused(state, "pay 0,1*1").rule in {"KM-58", "KM-60"}


def test_km_58_a_surcharge_is_of_any_kinds():
    state = paying(zones=["", "G02"])
    built = play(state, "pay 0,0*1 1,0*1 0,1*1")
    assert on_map(built) == {(0, 0): "D101:1", (1, 0): "D111:1", (0, 1): "D121:1", (0, -1): "D223:2"}
    assert refused(state, "pay 0,0*1 1,0*1").rule in {"KM-58", "KM-60"}
    assert refused(state, "pay 0,0*1 0,1*2").rule in {"KM-58", "KM-60"}


def test_km_58_stage_1_pays_surcharges_and_terrains_never():
    surcharged = paying(piles={"base": "D121"}, pile="base", zones=["", "G02"])
    assert due(surcharged) == 1
    free = paying(piles={"base": "T101"}, pile="base", zones=["", "G02 G02"])
    assert on_map(free)[(0, -1)] == "T101"


def test_km_58_modifiers_of_the_card_to_be_covered_count():
    city = CITY | {(2, 0): "D222:1"}
    free = position(map=city, piles=FOOD_PLANT, hands=["S14"], support=["3/0/0"])
    steps = ("play S14", "build", "take industrial", "place rebuild 2,0")
    assert due(play(free, *steps)) == 1


def test_km_59_from_any_districts_at_any_distance():
    city = {(0, 0): "D121", (40, -3): "D101:1", (-20, 9): "D111:1"}
    built = play(paying(city=city), "pay 40,-3*1 -20,9*1")
    assert (goods(built, (40, -3)), goods(built, (-20, 9)), goods(built, (0, -1))) == (0, 0, 2)


def test_km_59_also_from_the_district_about_to_be_covered():
    state = paying(place="expand 0,1", zones=["", "G02"])
    assert goods(play(state, "pay 0,0*1 1,0*1 0,1*1"), (0, 1)) == 1 + 2


def test_km_59_blocked_goods_cannot_pay():
    state = play(paying(hands=["", "K01"]), "pay 0,0*1 1,0*1", "1: respond K01")
    assert (state.build, goods(state, (1, 0))) == (None, 2)


def test_km_60_the_declaration_pays_exactly_if_that_is_possible():
    state = paying()
    for wrong in ("pay nothing", "pay 0,0*1", "pay 0,0*2 1,0*1", "pay 0,0*1 0,1*1", "pay 0,0*3 1,0*1"):
        assert refused(state, wrong).rule in {"KM-60", "KM-58", "KM-59"}
    assert goods(play(state, "pay 0,0*1 1,0*1"), (0, -1)) == 2


@pytest.mark.parametrize("part", ["pay nothing", "pay 0,0*1", "pay 1,0*1", "pay 0,0*1 1,0*1"])
def test_km_60_any_part_may_be_declared_otherwise(part):
    poor = {(0, 0): "D101:2", (1, 0): "D111:2"}
    state = paying(city=poor, hands=["K09"], piles={"public": "D231 D233"}, pile="public")
    assert not RULESET.view_for(state, 0).decision.payment.full
    assert play(state, part).window.on == "build_pay"
    assert refused(state, "pay 0,0*2").rule


def test_km_60_a_part_is_never_more_than_what_is_due():
    poor = {(0, 0): "D101:3", (1, 0): "D131"}
    state = paying(city=poor, hands=["K09"], zones=["", "G02"])
    for part in ("pay 0,0*1", "pay 0,0*2"):
        assert play(state, part).window.on == "build_pay"
    assert refused(state, "pay 0,0*3").rule
    assert refused(state, "pay 0,0*4").rule


def test_km_60_where_nothing_can_be_paid_the_builder_declares_or_abandons():
    """Also a build that is bound to fail opens the window only once its builder has said so (KM-64)."""
    state = paying(city={(0, 0): "D131"}, hands=["", "K08"])
    assert (asked(state), moves(state)) == (0, ["pay nothing", "abandon"])
    assert play(state, "abandon").window is None
    gained = play(state, "pay nothing", "1: respond K08")
    assert (gained.build, gained.players[1].support, on_map(gained)) == (None, (0, 0, 2), {(0, 0): "D131"})


def test_km_60_a_surcharge_alone_may_be_declared_in_part():
    surcharged = {"zones": ["", "G02 G02"], "hands": ["", "K02"], "piles": {"base": "D121 D122"}}
    state = paying(city={(0, 0): "D101:1"}, pile="base", **surcharged)
    assert (asked(state), due(state)) == (0, 2)
    for part in ("pay nothing", "pay 0,0*1"):
        assert play(state, part).window.on == "build_pay"


def test_km_60_the_goods_stay_for_now():
    declared = play(paying(hands=["", "K08"]), "pay 0,0*1 1,0*1")
    assert (asked(declared), on_map(declared)) == (1, CITY)


def test_km_60_a_free_build_declares_nothing():
    built = paying(piles={"base": "T104"}, pile="base")
    assert built.question.kind == "main"


def test_km_60_a_suggestion_is_filled_in():
    state = paying()
    suggestion = RULESET.view_for(state, 0).decision.payment.suggestion
    assert suggestion == kinds(state, "pay")[0] or suggestion == f"pay {kinds(state, 'pay')[0]}"
    assert str(RULESET.default_move(state, 0)).startswith("pay")


def test_km_61_counters_look_at_the_declared_payment():
    city = CITY | {(5, 0): "D102:1"}
    state = paying(city=city, hands=["", "K01"], piles={"public": "D231 D233"}, pile="public")
    assert asked(play(state, "pay 0,0*1 1,0*1 0,1*1")) == 1
    only_residents = paying(city=city, hands=["", "K01"], piles={"commercial": "D213"}, pile="commercial")
    assert asked(play(only_residents, "pay 0,0*1 5,0*1")) == 0


def test_km_61_or_at_the_chosen_cell():
    near = paying(hands=["", "K02"], piles={"base": "D132"}, pile="base", place="create 0,-1")
    far = paying(hands=["", "K02"], piles={"base": "D132"}, pile="base", place="create 2,0")
    assert (asked(near), near.window.on) == (1, "build_pay")
    assert asked(far) == 0


def test_km_62_a_payment_that_still_pays_exactly_is_made():
    state = play(paying(hands=["", "K08"]), "pay 0,0*1 1,0*1", "1: respond K08")
    assert on_map(state) == {(0, 0): "D101:1", (1, 0): "D111:1", (0, 1): "D121:2", (0, -1): "D223:2"}


def test_km_62_otherwise_a_new_one_is_declared_and_no_window_opens():
    state = play(paying(hands=["", "K02 K08"]), "pay 0,0*1 1,0*1", "1: respond K02", "1: pass")
    assert (asked(state), state.question.kind, due(state)) == (0, "pay", 4)
    built = play(state, "pay 0,0*1 1,0*1 0,1*2")
    assert (goods(built, (0, -1)), built.players[1].hand) == (2, ("K08",))


def test_km_62_a_build_that_got_free_is_not_asked_about():
    state = play(paying(hands=["K09"]), "pay 0,0*1 1,0*1", "0: respond K09")
    assert on_map(state)[(0, -1)] == "D223:2"
    assert (goods(state, (0, 0)), goods(state, (1, 0))) == (2, 2)


def test_km_62_a_build_that_got_cheaper_is_paid_anew():
    state = paying(hands=["K09"], piles={"public": "D231 D233"}, pile="public")
    cheaper = play(state, "pay 0,0*1 1,0*1 0,1*1", "0: respond K09")
    assert (due(cheaper), {*kinds(cheaper, "pay")}) == (1, {"0,0*1", "1,0*1", "0,1*1"})
    assert on_map(play(cheaper, "pay 1,0*1")) == CITY | {(1, 0): "D111:1", (0, -1): "D231"}


def test_km_62_without_a_full_payment_the_build_fails():
    poor = {(0, 0): "D101:1", (1, 0): "D111:1"}
    state = play(paying(city=poor, hands=["", "K02"]), "pay 0,0*1 1,0*1", "1: respond K02")
    assert (state.build, on_map(state), state.piles.industrial[0]) == (None, poor, "D223")


def test_km_63_a_failed_build_returns_card_and_goods_and_is_used_up():
    state = paying(hands=["", "K06"], support=["0/0/0", "0/2/0"], city=CITY | {(1, -1): "T101"})
    failed = play(state, "pay 0,0*1 1,0*1", "1: respond K06")
    assert (failed.piles.industrial, on_map(failed)) == (("D223", "D225"), CITY | {(1, -1): "T101"})
    assert ("build" in moves(failed), failed.question.kind) == (False, "main")
    assert (failed.players[1].support, failed.players[1].discard) == ((0, 0, 0), ("K06",))


@pytest.mark.parametrize("steps", [(), ("place create 0,-1",)])
def test_km_64_abandoning_is_a_failure(steps):
    state = play(position(map=CITY, piles=FOOD_PLANT), "build", "take industrial", *steps, "abandon")
    assert (state.build, on_map(state), state.piles.industrial) == (None, CITY, ("D223", "D225"))
    assert refused(state, "build").rule


def test_km_64_also_when_asked_again():
    state = play(paying(hands=["", "K02"]), "pay 0,0*1 1,0*1", "1: respond K02", "0: abandon")
    assert (on_map(state), state.piles.industrial[0]) == (CITY, "D223")


def test_km_64_the_window_of_an_official():
    state = play(paying(zones=["", "O06"]), "pay 0,0*1 1,0*1")
    answered = play(state, f"1: respond {ref(state, 1, 'O06')} 0")
    assert (due(answered), zone(answered, 1)) == (3, ["O06!"])
