"""What a response would make of a vote, before it is given (section 16)."""

from games.rules.karciane_miasto.show.view import VoteResult
from tests.rules.karciane_miasto.build import RULESET, play, position

CITY = {(0, 0): "D101:2", (1, 0): "D121:1"}


def in_the_vote(hands, support=("2/2/2", "3/3/3"), seats=2):
    """Seat 0 wants to Rebuild and is FOR, everybody else is AGAINST; the first with a response is asked."""
    start = position(CITY, seats=seats, hands=hands, support=support, piles={"base": "D111 T101"})
    voting = play(start, "build", "take base", "place rebuild 1,0")
    return play(voting, *["vote against"] * (seats - 1), "vote for")


def results(state, card):
    decision = RULESET.view_for(state, state.question.seat).decision
    return next(option.results for option in decision.options if option.notation == f"respond {card}")


def test_a_card_that_asks_for_a_group_has_a_result_for_each():
    state = in_the_vote(["V01", ""], support=("3/2/2", "3/3/0"))
    assert results(state, "V01") == (
        VoteResult(group="citizens", won=True),
        VoteResult(group="merchants", won=True),
        VoteResult(group="industrialists"),
    )


def test_a_card_that_asks_nothing_has_one_result():
    assert results(in_the_vote(["V04", ""], support=("3/3/3", "3/3/3")), "V04") == (
        VoteResult(won=True, unanimous=True),
    )


def test_a_cancelled_vote_says_so():
    assert results(in_the_vote(["", "V02"]), "V02") == (VoteResult(cancelled=True),)


def test_a_card_that_asks_for_an_opponent_too_has_a_result_for_each_way():
    state = in_the_vote(["V05", "", ""], support=("3/3/0", "4/0/0", "0/4/0"), seats=3)
    found = results(state, "V05")
    assert {(one.seat, one.group) for one in found} == {
        (seat, group) for seat in (1, 2) for group in ("citizens", "merchants", "industrialists")
    }
    assert [(one.seat, one.group) for one in found if one.won] == []
    assert VoteResult(seat=1, group="citizens") in found


def test_a_vote_that_ends_with_the_response_is_not_counted_again_after_what_follows_from_it():
    court = {(5, 5): "D334"}
    start = position(CITY | court, hands=["V04", ""], support=("3/3/3", "3/3/3"), piles={"base": "D111 T101"})
    voting = play(start, "build", "take base", "place rebuild 1,0", "vote against", "vote for")
    found = results(voting, "V04")
    assert found == (VoteResult(won=True, unanimous=True),)


def test_trying_a_response_changes_nothing():
    state = in_the_vote(["V01", ""])
    before = RULESET.dump(state)
    results(state, "V01")
    assert RULESET.dump(state) == before


def test_other_options_have_none():
    decision = RULESET.view_for(in_the_vote(["V01", ""]), 0).decision
    assert [option.results for option in decision.options if option.kind == "pass"] == [(), (), ()]
