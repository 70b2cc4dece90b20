"""CC-77 to CC-85: who acts, who sees what, refusals, chance, notation, defaults."""

import pytest

from games.rules.card_city import engine
from games.rules.card_city.cities.city import FOUNDED
from games.rules.card_city.refusals import REFUSALS, refusal
from games.rules.card_city.state import Phase
from games.rules.protocol import MalformedMove
from tests.rules.card_city.build import (
    RULESET,
    ScriptedDraw,
    city,
    code,
    developing,
    dividing,
    letters,
    moves,
    new_game,
    play,
    played,
    refused,
    step,
    supply,
    table,
    told,
)


def test_cc_77_every_phase_says_what_the_seats_that_act_may_do():
    assert engine._LEGAL.keys() == {*Phase}


def test_cc_77_who_may_act_when():
    state = dividing("RRCILP", seats=3)
    assert RULESET.to_act(state) == {0}
    state = play(state, "0 divide RR hide CI")
    assert RULESET.to_act(state) == {1}
    assert code(state, 2, "choose pair") == "not_your_turn"
    assert code(state, 1, "divide RR hide CI") == "wrong_phase"
    assert RULESET.to_act(table(FOUNDED, FOUNDED, hands="RP,CP")) == {0, 1}
    assert RULESET.to_act(developing(city("H", coins=9), city("H", coins=9))) == {0}


def test_cc_78_who_sees_what():
    state = dividing("RRCILP", seats=3)
    views = [RULESET.view_for(state, seat).piles for seat in (0, 1, 2, None)]
    assert [(piles.hand, piles.held) for piles in views] == [("RRCLIP", 6), ("", 6), ("", 6), ("", 6)]
    laid = play(state, "0 divide RR hide CI")
    assert {RULESET.view_for(laid, seat) for seat in (1, 2)} == {RULESET.view_for(laid, None)}
    assert (RULESET.view_for(laid, 1).piles.pair, RULESET.view_for(laid, 1).piles.up) == ("RR", "LP")
    deck = letters(state.deck)
    assert deck not in repr(RULESET.view_for(state, 0))


def test_cc_79_earlier_dividers_see_no_more_but_their_log():
    done = step(play(dividing("RRCILP", seats=3), "0 divide RR hide CI"), 1, "choose rest")
    state = play(done.state, "1 divide CP hide I")
    assert RULESET.view_for(state, 0) == RULESET.view_for(state, None)
    seen = told(
        step(played(new_game(2), lambda state: state.round == 1 and state.phase != "build"), *_any()),
        "CardsSeen",
    )
    assert all(event.only_for == event.seat for event in seen)


def _any():
    state = played(new_game(2), lambda state: state.round == 1 and state.phase != "build")
    seat = min(state.acts)
    return seat, moves(state, seat)[0]


def test_cc_80_spectators_and_logs_learn_nothing():
    done = step(dividing("RRCILP", seats=3), 0, "divide RR hide CI")
    public = [event for event in done.events if event.only_for is None]
    assert [(event.pair, event.up, event.down) for event in public] == [("RR", "LP", 2)]
    assert RULESET.view_for(new_game(1), None).piles.hand == ""


@pytest.mark.parametrize("name", REFUSALS)
def test_cc_81_every_refusal_names_its_rule(name):
    error = refusal(name)
    assert error.rule.startswith("CC-")
    assert (error.code, error.values) == (name, {})
    assert str(error)


def test_cc_81_every_refusal_can_happen():
    both = table(city("H", coins=4), FOUNDED, hands="RL,PP")
    ready = developing(city(". L R", "H R .", coins=0), city(". L R", "H R .", coins=0), supply=supply(R=1))
    wide = table(city("P P H", "I . ."), FOUNDED, hands="PP,RR")
    wide = play(wide, "0 build P 1 0")
    found = {
        code(both, 0, "build P 1 0"),
        code(both, 0, "build L 1 0"),
        code(both, 0, "choose pair"),
        code(both, 0, "build R 3 0"),
        code(both, 0, "build R 0 0"),
        code(wide, 0, "build P 3 0"),
        code(ready, 1, "develop R 2 0"),
        code(ready, 0, "develop R -1 0"),
        code(developing(city("I L", "H R C R", coins=0), supply=supply(1, R=0)), 0, "develop R 1 1"),
    }
    assert found == {
        "not_your_card",
        "not_enough_coins",
        "wrong_phase",
        "not_adjacent",
        "cell_occupied",
        "outside_square",
        "wait_for_earlier_players",
        "no_ready_district",
        "supply_empty",
    }


def test_cc_81_only_who_would_buy_or_develop_is_told_of_that():
    bought = play(developing(city("H", coins=30), city("H", coins=30)), "0 buy 1 0")
    ready = city(". L R", "H R .", coins=0)
    short = developing(ready, ready, supply=supply(R=1))
    assert [code(bought, 0, text) for text in ("buy 2 0", "pass")] == ["already_bought"] * 2
    assert [code(bought, 0, text) for text in ("build P 0 1", "choose pair")] == ["not_your_turn"] * 2
    assert code(short, 1, "develop R 2 0") == "wait_for_earlier_players"
    assert [code(short, 1, text) for text in ("build P 0 1", "buy 0 1", "pass")] == ["not_your_turn"] * 3


def test_cc_81_a_refusal_changes_nothing():
    state = table(FOUNDED, FOUNDED, hands="RL,PP")
    before = RULESET.dump(state)
    refused(state, 0, "build L 1 0")
    assert RULESET.dump(state) == before


def test_cc_82_the_same_deal_and_acts_lead_to_the_same_game():
    assert played(new_game(3, 6)) == played(new_game(3, 6))
    draw = ScriptedDraw("RRPC")
    RULESET.setup(2, RULESET.options(), draw)
    assert [label for label, _ in draw.labels] == ["shuffle:deck"]
    assert RULESET.sample is None


def test_cc_83_a_single_choice_is_still_made_by_the_player():
    state = developing(city(". . L", "I H R", ". . L", coins=0), city("H", coins=0))
    assert moves(state) == ["develop R 2 0"]
    assert state.acts == {0}


def test_cc_84_notation():
    texts = ["divide RC hide LP", "choose pair", "choose rest", "keep RL", "build I -1 2", "develop C 0 -4"]
    for text in (*texts, "buy 4 -3", "pass"):
        assert str(RULESET.parse_move(text)) == text
    assert str(RULESET.parse_move("divide PR hide IC")) == "divide RP hide CI"
    for wrong in (
        "divide RCL hide P",
        "divide H hide P",
        "choose",
        "build H 0 1",
        "build R 5 0",
        "build R 01 0",
    ):
        with pytest.raises(MalformedMove):
            RULESET.parse_move(wrong)
    for wrong in ("buy -0 1", "build R 1", "keep R", "", "pass 1", "build R 1 0 ", "develop r 1 0"):
        with pytest.raises(MalformedMove):
            RULESET.parse_move(wrong)


def test_cc_85_defaults():
    def default(state, seat=0):
        return str(RULESET.default_move(state, seat))

    assert default(dividing("RRCILP", seats=3)) == "divide RR hide IP"
    assert default(dividing("PPIILRCR", seats=4)) == "divide RR hide IPP"
    assert default(play(dividing("RCIP"), "0 divide RC hide P"), 1) == "choose pair"
    assert default(table(FOUNDED, FOUNDED, hands="PC,RR")) == "build C 0 -1"
    assert default(developing(city(". L R", "H R .", coins=0), FOUNDED)) == "develop R 2 0"
    assert default(developing(city("H", coins=9), FOUNDED)) == "pass"
    assert default(new_game(1)) == f"keep {letters(new_game(1).piles.hand[:2])}"
