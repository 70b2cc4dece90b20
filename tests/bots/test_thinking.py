"""Levels play whole games for measurements: each seat with a deck of its own, the same for all levels."""

import json

import pytest
from django.core.management import CommandError, call_command

from games.bots.players import LevelPlayer
from games.bots.playouts import deal
from games.rules.registry import get
from tests.demo.ruleset import RULESET as DEMO

TITLE = get("karciane_miasto")


def decks(levels, seed):
    state, player = deal(TITLE, len(levels), seed), LevelPlayer(TITLE, levels, seed)
    for _ in levels:
        state = TITLE.apply(state, *player.next_move(state)).state
    return [player.deck_name for player in state.players]


@pytest.mark.parametrize("seed", range(5))
def test_every_seat_has_another_deck_while_there_are_some(seed):
    assert len({*decks((2, 2, 2, 2), seed)}) == 4
    assert len({*decks((2, 2, 2, 2, 2), seed)}) == 4


def test_which_deck_a_seat_has_depends_on_the_deal_alone():
    assert decks((0, 2), 7) == decks((2, 0), 7) == decks((4, 1), 7)
    assert len({tuple(decks((2, 2), seed)) for seed in range(30)}) > 8


def test_the_command_tells_rounds_wins_and_moves(capsys):
    call_command("playout", "karciane_miasto", "--games", "2", "--player", "level2", "--json")
    summary = json.loads(capsys.readouterr().out)
    assert summary["rounds"]["longest"] < 30
    assert sum(summary["wins_by_place"].values()) == 1
    assert summary["moves_per_turn"]["build"] <= 1


def test_a_title_without_a_brain_has_no_levels(monkeypatch):
    monkeypatch.setattr("games.management.commands.playout.registry.get", lambda slug: DEMO)
    with pytest.raises(CommandError):
        call_command("playout", "demo", "--player", "level2")
