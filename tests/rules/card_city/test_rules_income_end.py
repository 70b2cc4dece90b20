"""CC-56 to CC-76: income, buying, the end and the score, solo."""

import pytest

from games.rules.card_city.cards import RATINGS, price
from games.rules.card_city.cities.city import FOUNDED, limit, with_coins
from games.rules.card_city.scoring import city_points, coins_left, income, places, rating
from games.rules.card_city.setup import setup
from games.rules.card_city.state import Options
from tests.rules.card_city.build import (
    RULESET,
    ScriptedDraw,
    at,
    city,
    code,
    developing,
    grows,
    hand_of,
    left,
    letters,
    moves,
    new_game,
    play,
    played,
    step,
    supply,
    table,
    targets,
    told,
)

POOR = city("H", coins=0)
RICH = city("H", coins=4)


def test_cc_56_everybody_gets_a_coin():
    done = step(table(FOUNDED, POOR, hands="P,"), 0, "build P 1 0")
    assert [event.subsidy for event in told(done, "IncomePaid")] == [1, 1]
    assert [one.coins for one in done.state.cities] == [4, 1]


@pytest.mark.parametrize(("picture", "coins"), [("H C", 1), ("H C C", 3), ("H C C C", 6), ("C H C", 2)])
def test_cc_57_a_commercial_district_gives_its_triangular_number(picture, coins):
    assert income(city(picture)) == 1 + coins


def test_cc_58_income_is_paid_to_all_at_once():
    done = step(table(city("C H C"), city("R H L", "I . ."), hands="P,"), 0, "build P 0 1")
    paid = told(done, "IncomePaid")
    assert [(event.seat, event.coins) for event in paid] == [(0, 3), (1, 1)]


def test_cc_59_at_most_one_each_in_turn_order():
    state = developing(city("H", coins=30), city("H", coins=30))
    assert state.acts == {0}
    assert code(state, 1, "buy 1 0") == "not_your_turn"
    state = play(state, "0 buy 1 0")
    assert state.acts == {1}
    assert code(state, 0, "buy 2 0") == "already_bought"
    state = play(state, "1 pass")
    assert (state.round, state.phase) == (3, "divide")


def test_cc_60_the_price():
    assert [price(owned) for owned in range(5)] == [5, 10, 15, 20, 25]
    two = developing(city("I H I", coins=20), POOR)
    assert RULESET.view_for(two, None).cities[0].price == 15
    assert play(two, "0 buy 0 1").cities[0].coins == 6


def test_cc_61_bought_and_placed():
    state = developing(city("H R", coins=4), POOR)
    assert targets(state, "buy") == at("-1,0 0,-1 0,1")
    assert code(state, 0, "buy 2 0") == "residential_beside_industrial"
    done = step(state, 0, "buy 0 1")
    assert [(event.card, event.x, event.y, event.coins) for event in told(done, "Bought")] == [("I", 0, 1, 5)]
    assert left(done.state)["I"] == left(state)["I"] - 1


def test_cc_62_who_cannot_buy_is_passed_over():
    stuck = city(". R .", "R H R", ". R .", coins=90)
    assert developing(stuck, RICH).acts == {1}
    assert developing(with_coins(RICH, 3), RICH).acts == {1}
    assert moves(developing(RICH, POOR))[-1] == "pass"
    assert told(step(developing(RICH, POOR), 0, "pass"), "Passed")


def test_cc_63_nothing_to_buy():
    assert developing(RICH, RICH, supply=supply(I=0)).round == 3
    full = table(city("R H R", ". R .", coins=9), RICH, hands="I,", supply=supply(I=0))
    assert full.acts == {0}
    iron = city(". R .", "R H R", ". R .", coins=0)
    returning = play(table(iron, RICH, POOR, hands=",,P", supply=supply(3, I=0)), "2 build P 1 0")
    assert returning.round == 3
    state = table(iron, city("H", coins=9), hands=",P", supply=supply(I=1))
    assert play(state, "1 build P 1 0").acts == {1}


def test_cc_64_the_marker_goes_to_the_left():
    state = play(developing(RICH, POOR), "0 pass")
    assert (state.round, state.start_player) == (3, 1)
    assert RULESET.view_for(state, None).start_player == 1
    assert developing(POOR, POOR, round=10).acts == set()


def test_cc_65_nothing_develops_after_a_purchase():
    one = city("P L R", "H R .", coins=4)
    state = developing(one, POOR)
    done = step(state, 0, "buy -1 0")
    assert limit(done.state.cities[0]) == 10
    assert grows(done.state.cities[0])
    assert not told(done, "Developed")
    last = developing(one, POOR, round=10, deck="")
    assert play(last, "0 buy -1 0").phase == "over"


def test_cc_66_the_game_ends_after_round_10():
    state = played(new_game(3, 2))
    assert (state.round, state.deck, state.acts) == (10, (), set())
    assert RULESET.view_for(state, 0).over
    assert code(state, 0, "pass") == "game_over"


def test_cc_67_the_score():
    one = city("R R H R", ". . P .", coins=13)
    assert city_points(one) == 3 + 1 - 20 + 2
    assert coins_left(one) == 3
    assert city_points(city("H", coins=4)) == -24
    view = RULESET.view_for(table(one, FOUNDED), None).cities[0]
    assert (view.district_points, view.empty, view.coin_points, view.score) == (4, 20, 2, -14)


def test_cc_68_nothing_else_scores():
    for letter in "PILC":
        assert city_points(city(f"H {letter}", coins=0)) == city_points(city("H", coins=0)) + 1


def test_cc_69_the_highest_score_then_coins_left():
    ahead, behind = city("H R", coins=0), city("H P", coins=4)
    assert places(table(ahead, behind)) == (1, 2)
    assert places(table(city("H", coins=1), city("H", coins=3))) == (2, 1)
    assert places(table(city("H", coins=6), city("H", coins=4))) == (1, 2)


def test_cc_69_coins_that_became_points_break_no_tie():
    richer, thriftier = city("H", coins=7), city("H P", coins=4)
    assert city_points(richer) == city_points(thriftier)
    assert (coins_left(richer), coins_left(thriftier)) == (2, 4)
    assert places(table(richer, thriftier)) == (2, 1)


def test_cc_70_coins_that_became_points_do_not_part_equals():
    assert places(table(city("H", coins=7), city("H P", coins=2))) == (1, 1)


def test_cc_70_equal_in_both_share_the_place():
    outcomes = RULESET.outcomes(table(FOUNDED, FOUNDED, city("H", coins=2)))
    assert [(one.points, one.place) for one in outcomes] == [(-24, 1), (-24, 1), (-24, 3)]


def test_cc_71_solo_draw_three_keep_two():
    state = new_game(1, 2)
    assert (state.phase, len(state.piles.hand)) == ("keep", 3)
    under = letters(state.piles.hand)[2]
    after = play(state, f"0 keep {letters(state.piles.hand[:2])}")
    assert hand_of(after, 0) == letters(state.piles.hand[:2])
    assert (letters(after.deck)[-1], len(after.deck)) == (under, 18)
    missing = next(letter for letter in "RCLIP" if letter not in letters(state.piles.hand))
    assert code(state, 0, f"keep {missing * 2}") == "not_your_card"


def test_cc_72_solo_numbers():
    state, before = new_game(1, 3), [20]
    while state.acts:
        number = state.round
        seat_move = RULESET.default_move(state, 0)
        state = RULESET.apply(state, 0, seat_move).state
        if state.round > number:
            before.append(len(state.deck) + len(state.piles.hand) + len(state.hands[0]))
    assert before == [20, 18, 16, 14, 12, 10, 8, 6, 4, 2]
    last = played(new_game(1, 3), lambda state: state.round < 10)
    assert (last.phase, len(last.hands[0])) == ("build", 2)


def test_cc_73_no_leisure_in_round_1_of_solo():
    assert not [seed for seed in range(60) if "L" in letters(new_game(1, seed).piles.hand)]
    draw = ScriptedDraw("RLP", "C")
    assert letters(setup(1, Options(), draw).piles.hand) == "RCP"
    assert draw.labels[1] == ("shuffle:back", 18)


def test_cc_74_the_other_phases_are_the_same():
    assert left(new_game(1)) == {"R": 28, "C": 21, "L": 9, "I": 16, "P": 12}
    assert developing(city(". L R", "H R .", coins=0)).phase == "develop"
    assert targets(developing(RICH), "buy") == at("-1,0 0,-1 0,1 1,0")


RATED = {
    -24: "Hamlet",
    14: "Hamlet",
    15: "Village",
    24: "Village",
    25: "Town",
    34: "Town",
    35: "City",
    44: "City",
}


@pytest.mark.parametrize(("points", "name"), [*RATED.items(), (45, "Metropolis"), (90, "Metropolis")])
def test_cc_75_the_solo_rating(points, name):
    assert rating(points).name == name
    assert len(RATINGS) == 5
    assert RULESET.view_for(developing(POOR, round=10, deck=""), 0).rating == "Hamlet"


def test_cc_76_the_solo_player_knows_what_lies_at_the_bottom():
    state, known = new_game(1, 5), ""
    while state.phase != "build" or state.round < 10:
        if state.phase == "keep":
            view = RULESET.view_for(state, 0).piles
            assert view.hand == letters(state.piles.hand)
            assert known.endswith(view.under) and len(view.under) == min(state.round - 1, len(state.deck))
            assert RULESET.view_for(state, None).piles.hand == ""
            assert RULESET.view_for(state, None).piles.under == ""
            known += letters(state.piles.hand)[2]
        state = RULESET.apply(state, 0, RULESET.default_move(state, 0)).state
