"""What should not come but does: forged responses, clocks that run out, players who leave, endless triggers."""

import pytest

from games.rules.karciane_miasto.act.play import Play
from games.rules.karciane_miasto.act.triggers import DEEPEST, fire
from games.rules.karciane_miasto.engine import go_on
from games.rules.karciane_miasto.state import Phase
from games.rules.karciane_miasto.tasks import Fired, React
from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    goods,
    kinds,
    moves,
    on_map,
    play,
    played,
    position,
    refused,
    zone,
)

CITY = {(0, 0): "D101:1", (1, 0): "D111:1"}


def inspected():
    """Return a window in which the second seat may inspect the payment of the first."""
    start = position(map=CITY, hands=["", "K01"], piles={"industrial": "D223"})
    return play(start, "build", "take industrial", "place create 0,-1", "pay 0,0*1 1,0*1")


def test_km_79_a_response_out_of_its_window_is_refused():
    assert refused(position(hands=["", "K01"]), "respond K01", seat=1).rule == "KM-77"
    open_vote = play(
        position(map=CITY, hands=["", "K01 V01"], support=["1/1/1"], piles={"public": "D235"}),
        *("build", "take public", "place rebuild 0,0", "vote for", "vote for"),
    )
    assert asked(open_vote) == 1
    assert refused(open_vote, "respond K01").rule == "KM-79"


def test_km_81_a_second_response_at_once_is_refused():
    after = play(inspected(), "respond K01")
    assert refused(after, "respond K01", seat=1).rule == "KM-77"


def test_km_78_a_card_that_is_not_held_is_no_response():
    assert refused(inspected(), "respond K06").rule == "KM-79"


def test_nobody_answers_for_another():
    assert refused(inspected(), "pass", seat=0).rule == "KM-77"


def test_km_84_a_clock_that_runs_out_in_the_middle_of_a_payment_pays_what_was_suggested():
    start = position(map=CITY, piles={"industrial": "D223"})
    paying = play(start, "build", "take industrial", "place create 0,-1")
    assert RULESET.clocks.kind_of(paying, 0) == "choice"
    default = str(RULESET.default_move(paying, 0))
    assert default == moves(paying)[0] == "pay 0,0*1 1,0*1"
    assert on_map(play(paying, default))[0, -1] == "D223:2"


def test_km_84_a_clock_that_runs_out_at_a_new_payment_pays_too():
    start = position(map=CITY | {(2, 0): "D112:2"}, hands=["", "K01"], piles={"industrial": "D223"})
    build = ("build", "take industrial", "place create 0,-1", "pay 0,0*1 1,0*1", "respond K01")
    again = play(start, *build)
    done = play(again, str(RULESET.default_move(again, 0)))
    assert (goods(done, (1, 0)), goods(done, (2, 0))) == (1, 1)


def test_every_decision_of_a_game_of_defaults_comes_to_an_end():
    assert played(inspected()).phase == Phase.OVER


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_km_85_whoever_leaves_with_a_window_open(leaver):
    start = position(
        seats=3, map=CITY, hands=["", "K01", "K01"], zones=["O07", "O02", "O03"], piles={"industrial": "D223"}
    )
    window = play(start, "build", "take industrial", "place create 0,-1", "pay 0,0*1 1,0*1")
    after = play(window, f"{leaver}: leave")
    assert (zone(after, leaver), after.players[leaver].support) == ([], (0, 0, 0))
    assert asked(after) != leaver
    if leaver == 0:
        assert (after.turn.active, after.build, after.piles.industrial) == (1, None, ("D223",))
    else:
        assert after.build.card == "D223" and asked(after) == 3 - leaver


def test_km_85_a_vote_goes_on_without_them():
    start = position(seats=3, map=CITY, support=["3/3/0", "5/5/5", "0/0/0"], piles={"public": "D235"})
    vote = play(start, "build", "take public", "place rebuild 0,0", "1: vote against")
    assert asked(play(vote, "2: leave")) == 0
    counted = play(play(vote, "1: leave"), "2: vote for", "0: vote for")
    assert counted.vote is None and kinds(counted, "pay")


def test_km_85_the_last_one_wins():
    over = play(position(vp=[19, 0]), "0: leave")
    assert over.phase == Phase.OVER
    assert [outcome.place for outcome in RULESET.outcomes(over)] == [2, 1]
    assert refused(over, "leave", seat=1).rule == "KM-100"


def test_km_85_whoever_has_left_changes_nothing_more():
    after = play(position(seats=3), "1: leave")
    for text in ("leave", "auto_order off"):
        assert refused(after, text, seat=1).rule == "KM-85"


def test_km_93_triggers_inside_each_other_are_dropped_beyond_the_bound():
    start = Play(position(zones=["G03"]))
    fired = Fired("turn_start", 0)
    start.agenda += [React(fired, ()) for _ in range(DEEPEST - 1)]
    fire(start, fired)
    assert len([task for task in start.agenda if isinstance(task, React)]) == DEEPEST
    fire(start, fired)
    assert len([task for task in start.agenda if isinstance(task, React)]) == DEEPEST


def test_a_position_goes_on_from_where_it_was_left():
    state = inspected()
    assert go_on(state) == state
