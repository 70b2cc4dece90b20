"""MK-3 to MK-14: the deal and the first three rounds."""

import pytest

from games.rules.machi_koro_2.cards import DECK_OF
from games.rules.machi_koro_2.play.rows import filled
from tests.rules.machi_koro_2.build import (
    LANDMARKS,
    RULESET,
    city,
    landmarks,
    moves,
    new_game,
    owns,
    play,
    playout,
    refused,
    row,
    step,
    table,
    to_move,
    told,
)

SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def opening(*cities, number=0, **rest):
    """Return a position in the first rounds."""
    seats = len(cities or (1, 1))
    return table(*cities, phase="initial", seat=number % seats, number=number, **rest)


class Recorder:
    """A draw that leaves the order as it is and remembers what it was asked."""

    def __init__(self):
        self.asked = []

    def shuffle(self, label, items):
        self.asked.append((label, len(items)))
        return tuple(sorted(items))

    def below(self, label, n):
        self.asked.append((label, n))
        return n - 1


def test_mk_3_coins_never_fall_below_zero_and_the_bank_never_runs_out():
    state = table(city("5*mine"), city(), coins=(1000, 0))
    assert RULESET.apply(play(state, "roll 2"), -1, RULESET.parse_move("rolled 6 6")).state.coins == (1030, 0)


def test_mk_4_two_to_five_players():
    assert RULESET.seats == (2, 3, 4, 5)


def test_mk_5_three_decks_are_shuffled_each_on_its_own():
    draw = Recorder()
    RULESET.setup(3, RULESET.options(), draw)
    assert draw.asked == [
        ("shuffle:1-6", 46),
        ("shuffle:7-12", 40),
        ("shuffle:landmarks", 20),
        ("first-seat", 3),
    ]


@SEATS
def test_mk_6_rows_show_five_different_cards(seats):
    for seed in range(20):
        state = new_game(seats, seed)
        for number, lying in enumerate(state.rows):
            assert len(lying.kinds) == len(set(lying.kinds)) == 5
            assert sum(lying.counts) == lying.drawn
            assert {DECK_OF[kind] for kind in lying.kinds} == {number}
        assert state.rows[LANDMARKS].drawn == 5


def test_mk_6_the_deal_stops_at_the_fifth_kind():
    deck = (3, 1, 3, 4, 7, 7, 1, 2, 2, 0)
    lying = filled((), (), 0, deck)
    assert (lying.kinds, lying.counts, lying.drawn) == ((3, 1, 4, 7, 2), (2, 2, 1, 2, 1), 8)


@SEATS
def test_mk_7_five_coins_and_an_empty_city(seats):
    state = new_game(seats)
    assert state.coins == (5,) * seats
    assert all(owns(state, seat) == {} and landmarks(state, seat) == [] for seat in range(seats))


def test_mk_8_the_first_player_is_drawn():
    assert RULESET.setup(4, RULESET.options(), Recorder()).turn.seat == 3
    assert {new_game(3, seed).turn.seat for seed in range(30)} == {0, 1, 2}


@SEATS
def test_mk_9_three_rounds_clockwise_from_the_first_player(seats):
    state = new_game(seats, 3)
    first, order = to_move(state), []
    while state.turn.phase == "initial":
        order.append(to_move(state))
        state = play(state, "pass")
    assert order == [(first + n) % seats for n in range(3 * seats)]


def test_mk_10_one_establishment_from_either_row_or_nothing():
    state = opening(rows=("2*cafe", "mine", ""))
    made = play(state, "build cafe")
    assert (made.coins, owns(made, 0), to_move(made)) == ((4, 5), {"cafe": 1}, 1)
    assert {"build cafe", "build mine", "pass"} <= {*moves(state)}


def test_mk_10_no_landmarks_at_first():
    state = opening(coins=(50, 50), rows=("", "", "park"))
    assert "build park" not in moves(state)
    error = refused(state, "build park")
    assert (error.rule, error.code) == ("MK-10", "landmark_not_allowed_now")


def test_mk_11_no_help_coin_and_no_airport_at_first():
    state = opening(city("bakery"), city("bakery", "airport"), coins=(5, 0), number=2)
    after = step(state, "pass")
    assert after.state.coins == (5, 0)
    assert "Earned" not in told(after) and "Helped" not in told(after)


def test_mk_12_the_row_is_refilled_at_once():
    state = opening(rows=("cafe wheat_field forest bakery vineyard", "", ""), decks=("sushi_bar", "", ""))
    made = step(state, "build cafe")
    assert row(made.state, 0) == {
        "wheat_field": 1,
        "forest": 1,
        "bakery": 1,
        "vineyard": 1,
        "sushi_bar": 1,
    }
    assert made.reveals


def test_mk_13_who_can_pay_for_nothing_is_not_asked():
    state = opening(city(), city("forest"), city(), coins=(5, 0, 5))
    made = step(state, "pass")
    assert to_move(made.state) == 2
    assert [event.forced for event in made.events] == [False, True]


def test_mk_14_then_the_first_player_takes_the_first_turn():
    state = play(new_game(3, 5), *["pass"] * 9)
    assert (state.turn.phase, to_move(state)) == ("roll", new_game(3, 5).turn.seat)
    assert moves(state) == ["roll 1", "roll 2"]


def test_mk_14_also_if_the_last_players_pass_without_being_asked():
    state = opening(city(), city("forest"), city("forest"), coins=(5, 0, 0), number=6)
    after = step(state, "pass")
    assert (after.state.turn.phase, to_move(after.state)) == ("roll", 0)
    assert told(after) == ["Passed"] * 3


@SEATS
def test_mk_57_dice_and_deal_come_from_one_source(seats):
    one, two = playout(seats, 4), playout(seats, 4)
    assert [str(ply.move) for ply in one] == [str(ply.move) for ply in two]
    draw = Recorder()
    thrown = play(table(), "roll 2")
    assert str(RULESET.sample(thrown, draw)) == "rolled 6 6"
    assert draw.asked == [("die:1", 6), ("die:2", 6)]
