"""MK-36 to MK-46, MK-50 to MK-67: building, refilling, the turn's and the game's end."""

from random import Random

import pytest

from games.rules import registry
from tests.rules.machi_koro_2.build import (
    RULESET,
    city,
    events,
    moves,
    new_game,
    owns,
    play,
    playout,
    refused,
    roll,
    rolled,
    row,
    step,
    table,
    to_move,
    told,
)
from tests.rules.machi_koro_2.worlds import other_world


def building(*cities, dice=(1,), **rest):
    """Return a position in the building step."""
    return table(*cities, phase="build", dice=dice, **rest)


def test_mk_36_a_player_without_coins_gets_one():
    done = rolled(table(city(), city(), coins=(0, 5)), 1)
    assert (done.state.coins, told(done)) == ((1, 5), ["DiceRolled", "Helped"])
    assert rolled(table(city(), city(), coins=(1, 5)), 1).state.coins == (1, 5)


def test_mk_36_the_help_coin_comes_after_charterhouse():
    done = rolled(table(city(), city("", "charterhouse"), coins=(0, 5)), 4, 5)
    assert (done.state.coins, "Helped" in told(done)) == ((3, 5), False)


def test_mk_37_one_card_of_either_kind_or_nothing():
    state = building(coins=(12, 5), rows=("cafe", "mine", "park"))
    legal = moves(state)
    assert {"build cafe", "build mine", "build park", "pass"} <= {*legal}
    assert legal[-1] == "pass"
    assert to_move(play(state, "build cafe")) == 1


def test_mk_38_any_number_of_copies():
    state = building(city("2*stadium"), city(), rows=("", "stadium", ""))
    made = play(state, "build stadium")
    assert (owns(made, 0), made.coins) == ({"stadium": 3}, (2, 5))


@pytest.mark.parametrize(
    ("own", "others", "card", "price"),
    [
        ("", "forge", "airport", 12),
        ("forge", "", "airport", 16),
        ("loan_office", "forge", "airport", 14),
        ("", "", "launch_pad", 45),
        ("forge", "", "launch_pad", 38),
        ("forge park", "", "launch_pad", 25),
        ("", "observatory", "launch_pad", 40),
        ("observatory loan_office", "", "launch_pad", 18),
        ("observatory", "", "airport", 16),
        ("", "loan_office", "airport", 12),
    ],
)
def test_mk_39_a_landmark_costs_what_its_place_and_discounts_say(own, others, card, price):
    mine, other = city("", own), city("", others)
    state = building(mine, other, coins=(price, 5), rows=("", "", card))
    view = RULESET.view_for(state, 0)
    assert view.rows[2].piles[0].price == price
    assert play(state, f"build {card}").coins[0] == 0
    poor = building(mine, other, coins=(price - 1, 5), rows=("", "", card))
    error = refused(poor, f"build {card}")
    assert (error.rule, error.values["price"]) == ("MK-41", price)


@pytest.mark.parametrize(
    ("cities", "allowed"),
    [(("", "forge", "park"), True), (("", "forge", ""), False), (("museum", "forge", "park"), False)],
)
def test_mk_40_loan_office_is_for_the_only_one_without_landmarks(cities, allowed):
    state = building(*(city("", each) for each in cities), coins=(10, 0, 0), rows=("", "", "loan_office"))
    assert ("build loan_office" in moves(state)) == allowed
    if not allowed:
        error = refused(state, "build loan_office")
        assert (error.rule, error.code) == ("MK-40", "requirement_not_met")
        assert row(state, 2)["loan_office"] == 1


def test_mk_41_only_what_lies_in_a_row_and_can_be_paid():
    state = building(coins=(1, 5), rows=("cafe forest 2*wheat_field bakery vineyard", "", ""))
    assert refused(state, "build sushi_bar").code == "not_in_row"
    assert refused(state, "build forest").code == "not_enough_coins"


def test_mk_42_pay_build_refill_resolve():
    state = building(city(), city(), coins=(12, 5), rows=("", "", "tv_station"))
    done = step(state, "build tv_station")
    assert told(done)[:2] == ["Built", "TurnedUp"]
    rich = building(city(), city("cafe"), coins=(12, 5), rows=("", "", "tv_station"))
    assert told(step(rich, "build tv_station")) == ["Built", "TurnedUp", "Paid"]


def test_mk_43_who_can_build_nothing_is_not_asked():
    dear = ("3*forest 2*sushi_bar flower_garden 2*business_center", "2*mine furniture_factory", "")
    rich = city("5*wheat_field 5*vineyard 5*bakery 5*cafe 5*convenience_store 3*flower_shop")
    rich2 = city("5*hamburger_stand 5*apple_orchard")
    done = rolled(table(rich2, rich, coins=(0, 5), rows=dear), 6)
    assert told(done)[-2:] == ["Helped", "Passed"]
    assert events(done, "Passed")[0].forced
    assert to_move(done.state) == 1


def test_mk_44_who_builds_nothing_is_paid_by_any_airport():
    state = building(city(), city("", "airport"), rows=("cafe", "", ""))
    done = step(state, "pass")
    assert (done.state.coins, told(done)) == ((10, 5), ["Passed", "Earned"])
    assert play(state, "build cafe").coins == (4, 5)


def test_mk_45_a_city_lies_in_order():
    state = table(city("mine cafe 2*bakery convenience_store flower_garden", "park forge"), city())
    shown = RULESET.view_for(state, 1).cities[0]
    assert [(held.face.card, held.count) for held in shown.holdings] == [
        ("bakery", 2),
        ("cafe", 1),
        ("convenience_store", 1),
        ("flower_garden", 1),
        ("mine", 1),
    ]
    assert [face.card for face in shown.landmarks] == ["park", "forge"]


def test_mk_46_a_row_is_refilled_until_it_shows_five():
    state = building(
        rows=("sushi_bar wheat_field cafe forest bakery", "", ""),
        decks=("cafe cafe wheat_field vineyard", "", ""),
    )
    done = step(state, "build sushi_bar")
    assert row(done.state, 0) == {"wheat_field": 2, "cafe": 3, "forest": 1, "bakery": 1, "vineyard": 1}
    assert [event.card for event in events(done, "TurnedUp")] == ["cafe", "cafe", "wheat_field", "vineyard"]


def test_mk_46_copies_left_nothing_is_turned_up():
    state = building(rows=("2*sushi_bar wheat_field cafe forest bakery", "", ""))
    done = step(state, "build sushi_bar")
    assert (told(done), done.reveals) == (["Built"], False)


def test_mk_46_the_landmarks_are_refilled_too():
    state = building(
        coins=(50, 5), rows=("", "", "park forge museum temple airport"), decks=("", "", "publisher")
    )
    assert [*row(play(state, "build park"), 2)] == ["forge", "museum", "temple", "airport", "publisher"]


def last_cards(low):
    """Return a position in which the deck 1-6 holds only these cards more."""
    mine = city("4*wheat_field 5*vineyard 5*bakery 4*cafe 5*flower_garden 5*convenience_store 3*flower_shop")
    return building(mine, city("4*forest 3*business_center 3*sushi_bar"), rows=low)


def test_mk_66_an_empty_deck_leaves_a_shorter_row():
    state = last_cards(("wheat_field cafe forest 2*sushi_bar", "", ""))
    assert not state.deck(0)
    done = step(state, "build cafe")
    assert row(done.state, 0) == {"wheat_field": 1, "forest": 1, "sushi_bar": 2}
    assert [len(lying.piles) for lying in RULESET.view_for(done.state, None).rows] == [3, 5, 5]


def test_mk_46_the_last_card_of_a_deck_is_told():
    mine = city("4*wheat_field 5*vineyard 4*bakery 4*cafe 5*flower_garden 5*convenience_store 3*flower_shop")
    other = city("4*forest 3*business_center 4*sushi_bar")
    state = building(
        mine, other, rows=("cafe wheat_field forest sushi_bar", "", ""), decks=("bakery", "", "")
    )
    assert len(state.deck(0)) == 0
    fuller = building(
        city("4*wheat_field 4*vineyard 4*bakery 4*cafe 5*flower_garden 5*convenience_store 3*flower_shop"),
        other,
        rows=("cafe wheat_field forest sushi_bar bakery", "", ""),
        decks=("vineyard", "", ""),
    )
    done = step(fuller, "build cafe")
    assert told(done) == ["Built", "TurnedUp", "DeckEmptied"]


def test_mk_50_the_gift_goes_to_the_right_neighbour():
    state = roll(table(city("forest cafe"), city(), city("", "moving_company")), 1, 1)
    asked = play(state, "build wheat_field" if "build wheat_field" in moves(state) else "pass")
    assert asked.turn.phase == "give"
    assert {"give forest", "give cafe"} <= {*moves(asked)}
    assert refused(asked, "give stadium").rule == "MK-50"
    given = play(asked, "give forest")
    assert owns(given, 2) == {"forest": 1}
    assert to_move(given) == 1


def test_mk_50_an_only_kind_is_given_without_asking_and_nothing_from_nothing():
    state = roll(table(city("2*forest"), city("", "moving_company")), 1, 1)
    done = step(state, "pass")
    (given,) = events(done, "Given")
    assert (given.forced, owns(done.state, 0), owns(done.state, 1)) == (True, {"forest": 1}, {"forest": 1})
    empty = step(roll(table(city(), city("", "moving_company")), 1, 1), "pass")
    assert events(empty, "Given") == []


def test_mk_51_one_extra_turn_and_the_gift_before_it():
    state = table(
        city("forest cafe"),
        city("", "moving_company amusement_park"),
        coins=(12, 5),
        rows=("", "", "radio_tower"),
    )
    asked = play(roll(state, 1, 1), "build radio_tower")
    done = step(asked, "give cafe")
    assert told(done) == ["Given", "ExtraTurn"]
    assert to_move(done.state) == 0
    assert to_move(play(roll(done.state, 1), "pass")) == 1


def test_mk_52_a_new_turn_knows_nothing_of_the_last():
    state = play(
        roll(table(city("forest cafe"), city("", "amusement_park moving_company")), 1, 1), "pass", "give cafe"
    )
    turn = state.turn
    assert (turn.phase, turn.dice, turn.extra, turn.give, turn.swaps, turn.received) == (
        "roll",
        (),
        False,
        False,
        0,
        0,
    )


@pytest.mark.parametrize(
    ("own", "card", "price"),
    [("park forge", "museum", 22), ("", "launch_pad", 45), ("park", "launch_pad", 38)],
)
def test_mk_53_three_landmarks_or_launch_pad_win_at_once(own, card, price):
    state = building(
        city("forest cafe", own),
        city("cafe", "temple"),
        coins=(price, 9),
        rows=("", "", card),
        give=True,
        extra=True,
    )
    done = step(state, f"build {card}")
    assert told(done) == ["Built", "GameWon"]
    assert RULESET.to_act(done.state) == frozenset()
    assert done.state.coins == (0, 9)
    assert card not in row(done.state, 2) and len(done.state.rows[2].kinds) == 4
    for text in ("pass", "roll 1"):
        assert refused(done.state, text, 0).rule == "MK-53"
    landmarks = len(own.split()) + 1
    assert (RULESET.scores(done.state)[0], RULESET.outcomes(done.state)[0].place) == (landmarks, 1)
    assert registry.get("machi_koro_2", 1).scores(done.state)[0] == 3


def test_mk_54_the_others_by_landmarks_then_coins():
    cities = (city("", "park forge"), city("", "museum"), city(), city("", "temple"), city("", "airport"))
    state = building(*cities, coins=(25, 3, 90, 3, 7), rows=("", "", "launch_pad"))
    after = play(state, "build launch_pad")
    assert [outcome.place for outcome in RULESET.outcomes(after)] == [1, 3, 5, 3, 2]
    assert RULESET.scores(after) == (3, 1, 0, 1, 1)


def test_mk_54_launch_pad_wins_with_fewer_landmarks_than_others_have():
    state = building(city(), city("", "park forge"), coins=(45, 90), rows=("", "", "launch_pad"))
    after = play(state, "build launch_pad")
    assert [(one.points, one.place) for one in RULESET.outcomes(after)] == [(1, 1), (2, 2)]
    former = registry.get("machi_koro_2", 1).outcomes(after)
    assert [(one.points, one.place) for one in former] == [(3, 1), (2, 2)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_mk_54_there_is_always_exactly_one_winner(seats):
    for seed in range(20):
        outcomes = RULESET.outcomes(playout(seats, seed)[-1].step.state)
        assert [outcome.place for outcome in outcomes].count(1) == 1


def test_mk_55_everything_is_public_but_the_order_of_the_decks():
    state = playout(3, 2)[60].before
    twin = other_world(state, Random(1))
    assert twin != state
    for seat in (None, 0, 1, 2):
        assert RULESET.view_for(twin, seat) == RULESET.view_for(state, seat)
    view = RULESET.view_for(state, None)
    assert [lying.left for lying in view.rows] == [len(state.deck(n)) for n in range(3)]


def test_mk_58_the_landmarks_never_run_out():
    for seed in range(10):
        assert playout(5, seed)[-1].step.state.deck(2)


def test_mk_61_a_business_center_given_away_still_swaps_a_second_time():
    state = roll(table(city("2*business_center"), city("mine business_center")), 6)
    after = play(state, "swap business_center 1 mine")
    assert after.turn.swaps == 1
    done = play(after, "swap business_center 1 business_center")
    assert (done.turn.phase, owns(done, 0)) == ("build", {"business_center": 1, "mine": 1})


def test_mk_62_the_only_opponent_is_the_right_neighbour():
    state = roll(table(city("2*forest"), city("", "moving_company")), 1, 1)
    assert owns(play(state, "pass"), 1) == {"forest": 1}


def test_mk_63_an_empty_city_plays_on():
    state = roll(table(city(), city("mine"), coins=(0, 50)), 2)
    assert state.coins == (1, 50)
    assert any(text.startswith("build") for text in moves(state))


def test_mk_65_passing_is_always_allowed_where_building_is():
    for ply in playout(3, 5):
        if ply.before.turn.phase in ("initial", "build"):
            assert moves(ply.before)[-1] == "pass"


def test_mk_67_what_is_played_for_a_player_who_left():
    assert str(RULESET.default_move(table(), 0)) == "roll 1"
    swap = roll(table(city("business_center"), city("mine")), 6)
    assert str(RULESET.default_move(swap, 0)) == "decline"
    rich = building(city(), city(), coins=(50, 5), rows=("", "", "park french_restaurant"))
    assert str(RULESET.default_move(rich, 0)) == "pass"
    first = new_game(2)
    assert str(RULESET.default_move(first, to_move(first))) == "pass"
    gift = table(city("mine cafe bakery"), city(), phase="give", dice=(1, 1), give=True)
    assert str(RULESET.default_move(gift, 0)) == "give bakery"


def test_mk_67_a_seat_that_only_passes_is_never_declared_winner():
    state = table(city("5*mine", "park forge"), city(), coins=(90, 0), seat=0)
    for seed in range(10):
        draw, after = Random(seed), state
        while acting := RULESET.to_act(after):
            (seat,) = acting
            after = play(after, _passing(after, seat, draw))
        assert [outcome.place for outcome in RULESET.outcomes(after)] == [2, 1]


def _passing(state, seat, random):
    """Return the default move of the first seat, any move of the other and of chance."""
    if seat == 0:
        return str(RULESET.default_move(state, seat))
    return str(random.choice(RULESET.legal_moves(state, seat)))


def test_mk_67_under_version_1_the_cheapest_card_was_built():
    former = registry.get("machi_koro_2", 1)
    rich = building(city(), city(), coins=(50, 5), rows=("", "", "park french_restaurant"))
    assert str(former.default_move(rich, 0)) == "build french_restaurant"
    poor = building(city(), city(), coins=(1, 5), rows=("forest sushi_bar bakery", "", ""))
    assert str(former.default_move(poor, 0)) == "build bakery"
    broke = building(city(), city(), coins=(0, 5), rows=("forest bakery", "", ""))
    assert str(former.default_move(broke, 0)) == "pass"
    assert str(former.default_move(table(), 0)) == "roll 1"
