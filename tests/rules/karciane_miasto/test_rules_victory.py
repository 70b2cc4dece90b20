"""KM-99 to KM-102: victory points and the end of the game."""

import pytest

from tests.rules.karciane_miasto.build import RULESET, asked, play, position, refused


def vp(state):
    return [player.vp for player in state.players]


def test_km_99_points_of_plans_districts_events_and_exchanges():
    plan = position(zones=["L17:6"], phase="start")
    district = play(position(map={(0, 0): "D312:3"}), "use 0,0 0")
    event = play(position(hands=["S12"], support=["4/0/0"]), "play S12")
    exchange = play(position(support=["5/0/0"]), "exchange citizens")
    assert [vp(state)[0] for state in (plan, district, event, exchange)] == [3, 1, 2, 1]


def test_km_100_the_game_ends_at_once_at_twenty():
    state = play(position(hands=["S12 S03"], support=["4/0/0"], vp=[18]), "play S12")
    assert (vp(state), state.phase, RULESET.to_act(state)) == ([20, 0], "over", frozenset())
    assert refused(state, "play S03", 0).rule and refused(state, "end", 0).rule


def test_km_100_by_an_action():
    assert play(position(map={(0, 0): "D312:3"}, vp=[19]), "use 0,0 0").phase == "over"


def test_km_100_by_an_action_b():
    city = {(0, 0): "D332", (1, 0): "D101", (2, 0): "D111:5", (3, 0): "D121:5"}
    state = position(map=city, vp=[19], piles={"residential": "D301 D302"})
    built = play(state, "build", "take residential", "place expand 1,0", "pay 2,0*2 3,0*2")
    assert play(built, "action_b 0,0 0").phase == "over"


def test_km_100_nineteen_go_on():
    assert play(position(support=["5/0/0"], vp=[18]), "exchange citizens").phase == "main"


def test_km_100_nothing_that_was_due_happens():
    state = position(phase="start", zones=["L17:6 G03:2"], vp=[17], decks=["L01"])
    assert (vp(state), state.players[0].support, state.players[0].hand) == ([20, 0], (0, 0, 0), ())


def test_km_100_a_point_for_another_player_ends_it_too():
    city = {(0, 0): "D101:2", (1, 0): "D111:2"}
    state = position(
        map=city, vp=[0, 18], zones=["", "L16"], piles={"public": "D235 D231"}, support=["1/1/1"]
    )
    won = play(state, "build", "take public", "place rebuild 0,0", "vote for", "vote for")
    assert (vp(won), won.phase) == ([0, 20], "over")


def places(**given):
    """Return the places when the last of thirty rounds has ended."""
    state = play(position(round=30, active=1, first=0, **given), "end")
    assert state.phase == "over"
    return [outcome.place for outcome in RULESET.outcomes(state)]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"vp": [5, 6]}, [2, 1]),
        ({"vp": [6, 6], "support": ["2/0/0", "1/0/0"]}, [1, 2]),
        ({"vp": [6, 6], "support": ["0/1/1", "2/0/0"]}, [2, 1]),
    ],
)
def test_km_101_more_points_then_more_support_then_who_comes_later(given, expected):
    assert places(**given) == expected


def test_km_101_fulfilled_plans_come_before_the_order():
    state = position(round=30, active=0, first=1, zones=["L08:2"], map={(0, 0): "D232"}, vp=[3, 6])
    over = play(state, "end")
    assert (vp(over), over.phase) == ([6, 6], "over")
    assert [outcome.place for outcome in RULESET.outcomes(over)] == [1, 2]


def test_km_101_the_order_is_counted_from_the_first_player():
    state = position(seats=3, round=30, active=1, first=2, vp=[6, 6, 6])
    over = play(state, "end")
    assert [outcome.place for outcome in RULESET.outcomes(over)] == [2, 1, 3]


def test_km_102_after_thirty_rounds_the_game_ends():
    last = position(seats=3, round=30, active=1, first=2, vp=[3, 2, 1])
    assert play(last, "end").phase == "over"
    earlier = play(position(seats=3, round=30, active=0, first=2), "end")
    assert (asked(earlier), earlier.phase) == (1, "main")
    before = play(position(seats=3, round=29, active=1, first=2), "end")
    assert (asked(before), before.turn.round) == (2, 30)
