"""CC-20 to CC-30: drawing, dividing and choosing."""

from dataclasses import replace

import pytest

from games.rules.card_city.play.divisions import divisions, hidden_count
from games.rules.card_city.setup import setup
from games.rules.card_city.state import Options
from tests.rules.card_city.build import (
    RULESET,
    ScriptedDraw,
    cards,
    code,
    dividing,
    hand_of,
    letters,
    moves,
    new_game,
    play,
    played,
    step,
    told,
)

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


@SEATS
def test_cc_20_the_start_player_draws_two_cards_for_each(seats):
    state = new_game(seats, 3)
    assert (len(state.piles.hand), len(state.deck)) == (2 * seats, 18 * seats)
    assert state.piles.divider == state.start_player
    top = state.deck[: 2 * seats]
    later = played(state, lambda state: state.round == 1)
    assert later.piles.hand == tuple(sorted(top))
    assert later.deck == state.deck[2 * seats :]


@SEATS
def test_cc_21_no_leisure_in_round_1(seats):
    hands = [letters(new_game(seats, seed).piles.hand) for seed in range(60)]
    assert not [hand for hand in hands if "L" in hand]
    draw = ScriptedDraw("RLPCIPRL"[: 2 * seats])
    state = setup(seats, Options(), draw)
    put_back = "RLPCIPRL"[: 2 * seats].count("L")
    assert draw.labels[1] == ("shuffle:back", 18 * seats + put_back)
    assert set("RPC"[: 2 * seats - 1]) <= set(letters(state.piles.hand))
    assert RULESET.view_for(state, None).piles.hand == ""


def test_cc_22_two_piles():
    state = play(dividing("RRCILP", seats=3), "0 divide RL hide RI")
    assert letters(state.piles.pair) == "RL"
    assert (letters(state.piles.up), letters(state.piles.down)) == ("CP", "RI")
    for wrong in ("divide RL hide R", "divide RL hide RIP"):
        assert code(dividing("RRCILP", seats=3), 0, wrong) == "bad_division"
    assert code(dividing("RRCILP", seats=3), 0, "divide CC hide RI") == "not_your_card"
    assert code(dividing("RRCILP", seats=3), 0, "divide CL hide CI") == "not_your_card"


@pytest.mark.parametrize(("held", "hidden"), [(8, 3), (6, 2), (4, 1)])
def test_cc_23_half_is_exact(held, hidden):
    assert hidden_count(held) == hidden
    for division in divisions(cards("RRCLIPPP"[:held])):
        assert (len(division.pair), len(division.down)) == (2, hidden)
        assert held - 2 - hidden == hidden


@pytest.mark.parametrize("choice", ["pair", "rest"])
@SEATS
def test_cc_24_who_chooses(seats, choice):
    state = new_game(seats, 5)
    start, choosers = state.start_player, []
    while state.phase != "build":
        (seat,) = state.acts
        if state.phase == "choose":
            choosers.append(seat)
        state = play(
            state, f"{seat} choose {choice}" if state.phase == "choose" else f"{seat} {moves(state, seat)[0]}"
        )
    assert choosers == [(start + step) % seats for step in range(1, seats)]


def test_cc_25_the_pair_ends_it_for_the_chooser_the_rest_for_the_divider():
    state = play(dividing("RRCILP", seats=3), "0 divide RR hide CI")
    pair = step(state, 1, "choose pair").state
    assert (hand_of(pair, 1), pair.acts, letters(pair.piles.hand)) == ("RR", {0}, "CLIP")
    rest = step(state, 1, "choose rest")
    assert (hand_of(rest.state, 0), rest.state.acts) == ("RR", {1})
    assert letters(rest.state.piles.hand) == "CLIP"
    assert [(event.cards, event.only_for) for event in told(rest, "CardsSeen")] == [("CLIP", 1)]


def test_cc_26_everybody_ends_with_two_cards():
    for choice, hands in (("pair", ["CL", "IP", "RR"]), ("rest", ["IP", "CL", "RR"])):
        state = play(
            dividing("RRCILP", seats=3), "0 divide IP hide RC" if choice == "rest" else "0 divide RR hide CI"
        )
        state = play(state, f"1 choose {choice}")
        (divider,) = state.acts
        done = step(
            play(state, f"{divider} divide {'IP' if choice == 'pair' else 'RR'} hide C"), 2, "choose pair"
        )
        received = sorted(event.cards for event in told(done, "Received"))
        assert received == sorted(hands)


def test_cc_27_a_new_division_starts_afresh():
    state = play(dividing("RRCILP", seats=3), "0 divide RR hide CI", "1 choose pair")
    assert "divide CI hide L" in moves(state)
    after = play(state, "0 divide IP hide L")
    assert (letters(after.piles.up), letters(after.piles.down)) == ("C", "L")


def test_cc_28_what_lies_face_down_is_the_dividers_secret():
    state = play(dividing("RRCILP", seats=3), "0 divide RR hide CI")
    shown = [RULESET.view_for(state, seat).piles for seat in (0, 1, 2, None)]
    assert [(piles.down, piles.down_count) for piles in shown] == [("CI", 2), ("", 2), ("", 2), ("", 2)]
    done = step(dividing("RRCILP", seats=3), 0, "divide RR hide CI")
    assert [event.only_for for event in done.events] == [None, 0]
    assert RULESET.parse_move("divide RR hide CI").secret


def test_cc_29_the_cards_are_shown_when_phase_2_begins():
    done = step(play(dividing("RCIP"), "0 divide RC hide P"), 1, "choose rest")
    assert [(event.seat, event.cards, event.only_for) for event in told(done, "Received")] == [
        (0, "RC", None),
        (1, "IP", None),
    ]
    assert RULESET.view_for(done.state, None).hands == ("RC", "IP")


@SEATS
def test_cc_30_the_deck_is_counted(seats):
    state = new_game(seats)
    while state.acts:
        assert RULESET.view_for(state, None).deck_count == 20 * seats - 2 * seats * state.round
        seat = min(state.acts)
        state = RULESET.apply(state, seat, RULESET.default_move(state, seat)).state
    assert replace(state, deck=()) == state
