"""KM-68 to KM-76: the City Council vote."""

import pytest

from games.rules.karciane_miasto.flow import voting
from tests.rules.karciane_miasto.build import (
    RULESET,
    asked,
    kinds,
    moves,
    on_map,
    play,
    position,
    ref,
    refused,
    step,
    told,
    zone,
)

CITY = {(0, 0): "D101:2", (1, 0): "D111:2"}
PILES = {"base": "T101 T102", "public": "D235 D231"}
REBUILD = ("build", "take public", "place rebuild 0,0")


def vote(*answers, seats=3, piles=None, pile="public", **rest):
    """Return the position after the applicant asked to rebuild D101 and the answers were given."""
    state = position(map=CITY, seats=seats, piles=piles or PILES, **rest)
    return play(state, "build", f"take {pile}", "place rebuild 0,0", *answers)


def test_km_68_choosing_a_rebuild_holds_a_vote():
    view = RULESET.view_for(vote(), None).vote
    assert (view.applicant, view.card, view.x, view.y) == (0, "D235", 0, 0)


def test_km_69_clockwise_from_the_left_of_the_applicant_who_is_last():
    state = position(map=CITY, seats=4, active=1, piles=PILES)
    state, order = play(state, *REBUILD), []
    for _ in range(4):
        order.append(asked(state))
        state = play(state, "vote against")
    assert order == [2, 3, 0, 1]


def test_km_69_for_or_against_and_nobody_abstains():
    state = vote()
    assert moves(state) == ["vote for", "vote against"]
    assert refused(state, "pass").rule
    assert refused(state, "abandon").rule


def test_km_69_declarations_are_open_and_the_applicant_may_be_against():
    state = vote("vote for", "vote against")
    assert RULESET.view_for(state, None).vote.declared == (None, True, False)
    assert play(state, "0: vote against").question.kind == "main"


def test_km_70_the_window_opens_after_the_declarations():
    asking = vote("vote for", hands=["V01", "V01", "V01"])
    assert (asking.window, asked(asking)) == (None, 2)
    assert refused(asking, "respond V01").rule
    opened = play(asking, "vote for", "vote for")
    assert (opened.window.on, kinds(opened, "respond")) == ("vote", ["V01"])


def test_km_70_vote_events_and_light_bulbs_of_the_vote():
    state = vote("vote for", "vote against", seats=2, hands=["", "V01 S03 K08"], zones=["", "O03 O06"])
    assert kinds(state, "respond") == ["V01", f"{ref(state, 1, 'O03')} 0"]


def test_km_70_the_current_result_is_shown():
    rest = {"hands": ["", "V04 V04"], "support": ["2/0/0", "1/1/0"]}
    state = vote("vote against", "vote for", seats=2, **rest)
    view = RULESET.view_for(state, 0).vote
    assert (view.sums, view.council, view.won) == (((2, 1), (0, 1), (0, 0)), (True, False, False), False)
    more = RULESET.view_for(play(state, "1: respond V04"), 0).vote
    assert (more.sums, more.council) == (((2, 2), (0, 2), (0, 1)), (False, False, False))


@pytest.mark.parametrize(
    ("mine", "theirs", "council"),
    [
        ("1/1/1", "0/0/0", (True, True, True)),
        ("1/1/1", "1/0/2", (False, True, False)),
        ("0/0/0", "0/0/0", (False, False, False)),
    ],
)
def test_km_71_more_support_for_is_a_vote_of_the_council(mine, theirs, council):
    state = vote("vote against", "vote for", seats=2, hands=["", "V04"], support=[mine, theirs])
    assert RULESET.view_for(state, None).vote.council == council


def test_km_71_muted_support_is_left_out():
    state = vote("vote against", "vote for", seats=2, hands=["", "V05 V04"], support=["2/2/2", "1/1/1"])
    muted = play(state, "1: respond V05", "group citizens")
    assert RULESET.view_for(muted, None).vote.sums == ((0, 1), (2, 1), (2, 1))


def test_km_71_votes_are_added_to_the_side():
    state = vote("vote against", "vote for", seats=2, hands=["V04"], zones=["", "O03"])
    added = play(state, f"1: respond {ref(state, 1, 'O03')} 0", "group merchants")
    assert RULESET.view_for(added, None).vote.sums == ((0, 0), (0, 1), (0, 0))


def test_km_71_a_tie_counts_as_the_last_tie_effect_says():
    state = vote(
        "vote against", "vote for", seats=2, hands=["V03 V04", "V03 V04"], support=["1/0/0", "1/0/0"]
    )
    mine = play(state, "1: pass", "0: respond V03")
    assert RULESET.view_for(mine, None).vote.council == (True, True, True)
    theirs = play(mine, "1: respond V03")
    assert RULESET.view_for(theirs, None).vote.council == (False, False, False)


@pytest.mark.parametrize(
    ("mine", "won", "unanimous"),
    [("0/0/0", False, True), ("2/0/0", False, False), ("2/2/0", True, False), ("2/2/2", True, True)],
)
def test_km_72_two_or_three_win_none_or_three_are_unanimous(mine, won, unanimous):
    state = vote("vote against", "vote for", seats=2, hands=["", "V05"], support=[mine, "1/1/1"])
    view = RULESET.view_for(state, None).vote
    assert (view.won, view.unanimous) == (won, unanimous)
    ended = step(state, "pass", 1)
    assert (ended.state.build is not None) == won
    assert [(one.won, one.unanimous) for one in told(ended, "VoteEnded")] == [(won, unanimous)]


@pytest.mark.parametrize(("mine", "unanimous"), [("0/0/0", True), ("2/0/0", False)])
def test_km_72_cards_are_told_of_unanimous_opposition(monkeypatch, mine, unanimous):
    """No card reacts to it yet: the vote that Reactions are shown is looked at."""
    shown = []
    monkeypatch.setattr(voting, "fire", lambda play, fired: shown.append((fired.event, play.vote)))
    vote("vote against", "vote against", seats=2, support=[mine, "0/0/0"])
    vote("vote against", "vote for", seats=2, support=[mine, "0/0/0"])
    votes = [(event, done.won, done.unanimous) for event, done in shown]
    assert votes == [("vote_ended", False, True), ("vote_ended", False, unanimous)]


def test_km_73_support_is_not_spent():
    state = vote("vote for", "vote for", seats=2, support=["2/2/2", "1/0/4"])
    assert [player.support for player in state.players] == [(2, 2, 2), (1, 0, 4)]


def test_km_73_support_gained_in_the_window_counts():
    state = vote("vote against", "vote for", seats=2, hands=["V07 V04"], support=["1/1/0", "1/1/0"])
    gained = play(state, "0: respond V07", "group merchants")
    assert RULESET.view_for(gained, None).vote.sums == ((1, 1), (3, 1), (0, 0))


def test_km_74_then_vote_ended_fires():
    zones = ["L16", "L16", "L16"]
    won = vote("vote for", "vote against", "vote for", support=["2/2/2"], zones=zones)
    assert [player.vp for player in won.players] == [2, 2, 0]
    lost = vote("vote for", "vote against", "vote for", support=["2/0/0", "0/0/0", "1/1/1"], zones=zones)
    assert [player.vp for player in lost.players] == [0, 0, 2]


def test_km_74_with_the_result_and_whether_it_was_unanimous():
    city = CITY | {(5, 5): "D334"}
    piles = {"public": "D235 D231"}
    for support, kind in ((["2/2/2"], "group"), (["2/2/0"], "pay"), (["0/0/0"], "main")):
        state = position(map=city, piles=piles, support=support)
        assert play(state, *REBUILD, "vote for", "vote for").question.kind == kind


def test_km_75_lost_from_a_type_pile():
    state = vote("vote against", "vote against", "vote for")
    assert (on_map(state), state.piles.public, state.build) == (CITY, ("D235", "D231"), None)
    assert (state.question.kind, "build" in moves(state)) == ("main", False)
    next_turn = play(state, "end", "build")
    assert "public" in kinds(next_turn, "take")


def test_km_75_lost_from_the_face_down_pile():
    state = vote("vote against", "vote against", "vote for", pile="base", piles={"base": "D133 T101"})
    assert (state.piles.base, state.piles.known) == (("T101", "D133"), False)


def test_km_75_won_goes_on_with_the_payment():
    state = vote("vote for", "vote for", "vote for", support=["1/1/0"])
    assert (asked(state), state.question.kind) == (0, "pay")
    built = play(state, "pay 0,0*1 1,0*1")
    assert on_map(built) == {(0, 0): "D235", (1, 0): "D111:1"}


def test_km_76_a_cancelled_vote_has_no_result():
    rest = {"support": ["2/2/2"], "zones": ["L16", "L16"], "hands": ["", "V02 V04"]}
    state = vote("vote for", "vote for", seats=2, **rest)
    ended = play(state, "1: respond V02")
    assert (zone(ended, 0), zone(ended, 1), ended.players[0].vp) == (["L16"], ["L16"], 0)
    assert (ended.question.kind, ended.piles.public, on_map(ended)) == ("main", ("D235", "D231"), CITY)
    assert ("build" in moves(ended), ended.players[1].discard) == (False, ("V02",))


def test_km_76_a_stage_1_card_goes_to_the_bottom_as_if_lost():
    state = vote("vote for", "vote for", seats=2, hands=["", "V02"], pile="base", piles={"base": "D133 T101"})
    assert play(state, "1: respond V02").piles.base == ("T101", "D133")


def test_km_76_what_was_paid_stays_paid():
    state = vote("vote for", "vote for", seats=2, hands=["V02"], zones=["", "O03"])
    spent = play(state, f"1: respond {ref(state, 1, 'O03')} 0", "group citizens", "0: respond V02")
    assert zone(spent, 1) == ["O03!"]
