"""MK-15 to MK-35: the roll, and who gets how much from which card in which order."""

import pytest

from games.rules.machi_koro_2.refusals import REFUSALS
from games.rules.protocol import CHANCE, MalformedMove
from tests.rules.machi_koro_2.build import (
    RULESET,
    city,
    events,
    moves,
    owns,
    play,
    refused,
    roll,
    rolled,
    step,
    table,
    to_move,
    told,
)


def test_mk_15_roll_then_income_then_build():
    state = table(city("bakery"), city())
    assert refused(state, "build bakery").rule == "MK-15"
    thrown = play(state, "roll 1")
    assert to_move(thrown) == CHANCE
    after = roll(state, 2)
    assert (after.turn.phase, after.coins) == ("build", (7, 5))
    assert refused(after, "roll 1").rule == "MK-15"
    assert refused(after, "decline").rule == refused(after, "give bakery").rule == "MK-15"


def test_mk_16_only_the_active_player_decides():
    state = table(city("cafe"), city("cafe"), city())
    for position in (state, roll(state, 3), play(roll(state, 3), "pass")):
        (seat,) = RULESET.to_act(position)
        for other in {0, 1, 2} - {seat}:
            assert RULESET.legal_moves(position, other) == ()
            assert refused(position, "pass", other).rule == "MK-16"


def test_mk_17_one_die_or_two_once():
    state = table()
    assert moves(state) == ["roll 1", "roll 2"]
    for text in ("roll 0", "roll 3", "roll 99"):
        assert refused(state, text).code == "bad_dice_count"
    assert refused(roll(state, 1), "roll 1").rule == "MK-15"


def test_mk_18_the_result_is_the_sum():
    one, two = rolled(table(), 6), rolled(table(), 3, 6)
    assert [step.events[0].total for step in (one, two)] == [6, 9]
    assert two.state.turn.dice == (3, 6)
    assert moves(play(table(), "roll 1")) == [f"rolled {n}" for n in range(1, 7)]
    assert len(moves(play(table(), "roll 2"))) == 36
    assert refused(play(table(), "roll 1"), "rolled 3 3").code == "bad_dice_count"


def test_mk_18_nobody_but_chance_lets_dice_fall():
    assert refused(play(table(), "roll 1"), "rolled 6", 0).rule == "MK-16"
    assert refused(table(), "rolled 6").rule == "MK-57"


def test_mk_19_a_single_die_is_never_doubles():
    state = table(city("bakery", "amusement_park"), city())
    assert roll(state, 2, 2).turn.extra
    assert not roll(state, 4).turn.extra
    assert not roll(state, 2, 3).turn.extra


def test_mk_20_every_copy_activates():
    state = table(city("3*wheat_field"), city())
    for die, coins in ((1, 8), (2, 8), (3, 5)):
        assert roll(state, die).coins == (coins, 5)


@pytest.mark.parametrize(
    ("card", "dice", "own", "others"),
    [
        ("cafe", (3,), (5, 5), (7, 3)),
        ("forest", (5,), (7, 5), (7, 5)),
        ("bakery", (2,), (7, 5), (5, 5)),
        ("stadium", (3, 4), (8, 2), (5, 5)),
    ],
)
def test_mk_21_colours_say_on_whose_roll(card, dice, own, others):
    assert roll(table(city(card), city()), *dice).coins == own
    assert roll(table(city(card), city(), seat=1), *dice).coins == others


def test_mk_22_red_then_blue_and_green_then_purple_then_landmarks():
    mine = city("shopping_district furniture_factory forest", "temple")
    state = table(mine, city("hamburger_stand"), coins=(5, 30))
    done = rolled(state, 4, 4)
    told_of = [(event.card, event.coins) for event in done.events if hasattr(event, "copies")]
    assert told_of == [
        ("hamburger_stand", 2),
        ("furniture_factory", 4),
        ("shopping_district", 16),
        ("temple", 2),
    ]


def test_mk_23_each_opponent_is_paid_in_turn_counter_clockwise():
    state = table(city(), city("cafe"), city("2*cafe"), city("cafe"), coins=(5, 0, 0, 0))
    done = rolled(state, 3)
    paid = [(event.seat, event.owed, event.coins) for event in events(done, "Paid")]
    assert paid == [(3, 2, 2), (2, 4, 3), (1, 2, 0)]
    assert done.state.coins == (1, 0, 3, 2)
    assert "Helped" in told(done)


def test_mk_24_blue_of_all_and_green_of_the_active_player():
    state = table(city("bakery wheat_field"), city("bakery wheat_field"), city("wheat_field"))
    assert roll(state, 2).coins == (8, 6, 6)


@pytest.mark.parametrize(("wineries", "coins"), [(1, 14), (2, 23)])
def test_mk_25_every_copy_of_a_counting_card_pays_the_whole_sum(wineries, coins):
    state = table(city(f"{wineries}*winery 2*vineyard apple_orchard"), city("vineyard"))
    assert roll(state, 4, 5).coins == (coins, 5)


def test_mk_25_copies_count_whether_or_not_they_activated():
    assert roll(table(city("food_warehouse cafe sushi_bar"), city()), 5, 5).coins == (9, 5)
    assert roll(table(city("furniture_factory"), city("forest")), 4, 4).coins == (5, 5)


@pytest.mark.parametrize(
    ("landmark", "cards", "dice", "coins"),
    [
        ("farmers_market", "2*corn_field", (3, 4), (13, 5)),
        ("shopping_mall", "convenience_store", (4,), (9, 5)),
        ("forge", "mine", (5, 6), (12, 5)),
        ("forge", "furniture_factory forest", (4, 4), (9, 5)),
        ("farmers_market", "flower_garden", (4,), (7, 5)),
    ],
)
def test_mk_26_a_landmark_raises_every_activating_copy(landmark, cards, dice, coins):
    assert roll(table(city(cards), city("", landmark)), *dice).coins == coins
    assert roll(table(city(cards, landmark), city()), *dice).coins == coins


def test_mk_27_purple_cards_are_resolved_copy_by_copy():
    state = table(city("2*shopping_district"), city(), coins=(0, 30))
    done = rolled(state, 4, 4)
    assert [event.coins for event in events(done, "Paid")] == [15, 7]


def test_mk_28_a_stadium_takes_three_from_each_opponent():
    state = table(city("stadium"), city(), city(), coins=(0, 2, 9))
    assert roll(state, 3, 4).coins == (5, 0, 6)


def test_mk_29_half_of_eleven_or_more():
    state = table(city("shopping_district"), city(), city(), city(), coins=(0, 10, 11, 12))
    done = rolled(state, 4, 5)
    assert done.state.coins == (11, 10, 6, 6)
    assert [event.seat for event in events(done, "Paid")] == [0, 0]


def test_mk_30_any_own_card_for_any_of_one_opponent():
    state = roll(table(city("business_center forest", "park"), city("mine stadium"), city("cafe")), 6)
    assert (state.turn.phase, state.turn.swaps) == ("swap", 1)
    assert moves(state) == [
        "decline",
        *(
            f"swap {own} {theirs}"
            for own in ("forest", "business_center")
            for theirs in ("1 stadium", "1 mine", "2 cafe")
        ),
    ]
    after = play(state, "swap business_center 1 stadium")
    assert (owns(after, 0), owns(after, 1)) == (
        {"forest": 1, "stadium": 1},
        {"business_center": 1, "mine": 1},
    )
    assert (after.turn.phase, after.coins) == ("build", (5, 5, 5))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("swap bakery 1 mine", "not_owned"),
        ("swap forest 1 cafe", "bad_opponent"),
        ("swap forest 0 forest", "bad_opponent"),
        ("swap forest 2 mine", "bad_opponent"),
    ],
)
def test_mk_30_what_cannot_be_traded(text, code):
    state = roll(table(city("business_center forest"), city("mine")), 6)
    error = refused(state, text)
    assert (error.rule, error.code) == ("MK-30", code)


def test_mk_30_landmarks_are_never_traded():
    for text in ("swap park 1 mine", "swap forest 1 park"):
        with pytest.raises(MalformedMove):
            RULESET.parse_move(text)


def test_mk_30_declining_ends_all_swaps_and_without_cards_none_is_offered():
    two = roll(table(city("2*business_center"), city("mine")), 6)
    assert two.turn.swaps == 2
    assert play(two, "decline").turn.phase == "build"
    assert roll(table(city("2*business_center"), city("", "park")), 6).turn.phase == "build"


def test_mk_30_two_copies_two_swaps():
    state = play(roll(table(city("2*business_center"), city("mine cafe")), 6), "swap business_center 1 mine")
    assert (state.turn.phase, state.turn.swaps) == ("swap", 1)
    assert "swap mine 1 business_center" in moves(state)


def test_mk_31_what_changed_hands_does_not_activate():
    state = roll(table(city("business_center"), city("flower_shop flower_garden"), seat=0), 6)
    done = step(state, "swap business_center 1 flower_shop")
    assert done.state.coins == (5, 5)
    assert told(done) == ["Swapped"]


def test_mk_32_who_owes_more_than_they_have_pays_what_they_have():
    done = rolled(table(city(), city("2*sushi_bar"), coins=(4, 1)), 1)
    (paid,) = events(done, "Paid")
    assert (paid.owed, paid.coins, done.state.coins) == (6, 4, (1, 5))


def test_mk_33_the_first_creditor_is_paid_in_full():
    done = rolled(table(city(), city("cafe"), city("cafe"), coins=(3, 0, 0)), 3)
    assert done.state.coins == (1, 1, 2)


def test_mk_34_several_payers_counter_clockwise_from_the_receiver():
    state = table(city(), city("stadium"), city(), city(), seat=1)
    done = rolled(state, 3, 4)
    assert [event.payer for event in events(done, "Paid")] == [0, 3, 2]


def test_mk_35_restaurants_are_paid_from_what_was_there_before():
    done = rolled(table(city("bakery"), city("cafe"), coins=(0, 0)), 3)
    assert done.state.coins == (2, 0)


def test_mk_56_every_refusal_names_a_rule_and_changes_nothing():
    state = table(city("business_center forest"), city("mine"))
    for text in ("build forest", "pass", "decline", "give forest", "swap forest 1 mine", "rolled 3"):
        assert refused(state, text).rule.startswith("MK-")
    assert {rule.split("-")[0] for rule, _ in REFUSALS.values()} == {"MK"}
    for text in (
        "",
        "build",
        "build nothing",
        "roll",
        "roll x",
        "rolled 7",
        "swap a 1 b",
        "give park",
        "PASS",
    ):
        with pytest.raises(MalformedMove):
            RULESET.parse_move(text)
