"""The greedy player looks ahead in a position it imagines, and the command sums its games up."""

import json
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.bots.greedy import GreedyPlayer
from games.bots.playouts import RandomPlayer, deal
from games.rules.registry import get
from tests.rules.karciane_miasto.build import position
from tests.rules.karciane_miasto.worlds import other_world

TITLE = get("karciane_miasto")


class _Duel:
    """One greedy player against random ones."""

    def __init__(self, ruleset, seed):
        self.ruleset, self.greedy, self.random = (
            ruleset,
            GreedyPlayer(ruleset, seed),
            RandomPlayer(ruleset, seed),
        )

    def next_move(self, state):
        acting = self.ruleset.to_act(state)
        return (self.greedy if acting == {0} else self.random).next_move(state)


def winner(seed):
    state, duel = deal(TITLE, 2, seed), _Duel(TITLE, seed)
    while chosen := duel.next_move(state):
        state = TITLE.apply(state, *chosen).state
    return [outcome.place for outcome in TITLE.outcomes(state)].index(1)


def test_greed_wins_over_chance():
    assert [winner(seed) for seed in range(3)] == [0, 0, 0]


def test_it_takes_the_point_that_wins():
    state = position(map={(0, 0): "D101"}, vp=[19], support=["0/5/0"], hands=["S01 S03"], decks=["S02 S02"])
    assert str(GreedyPlayer(TITLE, 1).next_move(state)[1]) == "exchange merchants"


def next_of(state, seed=1):
    return str(GreedyPlayer(TITLE, seed).next_move(state)[1])


def test_what_makes_the_build_cheaper_comes_before_it():
    state = position(
        map={(0, 0): "D101:1", (1, 0): "D111:1", (2, 0): "D121:1"},
        piles={"public": "D231 D235"},
        zones=["L04 O09"],
    )
    manager = state.players[0].zone[1]
    assert next_of(state) == f"use #{manager.serial} 0"
    ready = TITLE.apply(state, 0, TITLE.parse_move(next_of(state))).state
    assert next_of(ready) == "build"


def test_a_plan_is_played_before_the_build_that_serves_it():
    state = position(map={(0, 0): "D101:1", (1, 0): "D111:1"}, piles={"public": "D235 D231"}, hands=["L04"])
    assert next_of(state) == "play L04"


@pytest.mark.parametrize("seed", range(8))
def test_all_plans_are_in_play_before_the_build(seed):
    """A build that helps one of them does not come before the play of another."""
    state = position(
        map={(0, 0): "D101"}, piles={"base": "D131 D121 D132 D133"}, hands=["L08 L04"], decks=["S01 S03"]
    )
    player, made = GreedyPlayer(TITLE, seed), []
    while "build" not in made:
        seat, move = player.next_move(state)
        made.append(str(move))
        state = TITLE.apply(state, seat, move).state
    assert sorted(made) == ["build", "play L04", "play L08"]


@pytest.mark.parametrize("seed", range(8))
def test_a_hidden_card_is_not_judged_by_one_guess(seed):
    """Only the face-down pile holds what can be paid, but one card in three of it brings nothing."""
    state = position(
        piles={
            "base": "D101 T101 D111 T102 D121 D101",
            "residential": "D201",
            "commercial": "D211",
            "public": "D231",
        }
    )
    choosing = TITLE.apply(state, 0, TITLE.parse_move("build")).state
    assert next_of(choosing, seed) == "take base"


@pytest.mark.parametrize("seed", range(5))
def test_what_it_cannot_see_changes_nothing(seed):
    state = position(
        map={(0, 0): "D101:2", (1, 0): "D111:2"},
        piles={"base": "D121 D131 D102 T101", "public": "D235 D231 D232"},
        hands=["S01 L01 O02", "K04 S02 V01"],
        decks=["S03 S04 L02", "L03 L04 S05"],
    )
    twin = other_world(state, Random(seed), 0)
    assert GreedyPlayer(TITLE, seed).next_move(twin) == GreedyPlayer(TITLE, seed).next_move(state)


def test_the_command_tells_rounds_wins_and_moves(capsys):
    call_command("playout", "karciane_miasto", "--games", "2", "--player", "greedy", "--json")
    summary = json.loads(capsys.readouterr().out)
    assert summary["rounds"]["longest"] < 30
    assert sum(summary["wins_by_place"].values()) == 1
    assert summary["moves_per_turn"]["build"] <= 1


def test_a_title_without_a_worth_has_no_greedy_player():
    with pytest.raises(CommandError):
        call_command("playout", "card_city", "--player", "greedy")


def test_of_many_moves_it_looks_at_some_of_each_sort():
    moves = [TITLE.parse_move(f"place rebuild 0,{y}") for y in range(20)]
    moves.append(TITLE.parse_move("place create 1,0"))
    seen = GreedyPlayer(TITLE, 1)._some(moves, 3)
    assert sorted(move.words[0] for move in seen) == ["create", "rebuild", "rebuild"]
