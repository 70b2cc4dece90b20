"""Every card is built or played, every ability used and every kind of the vocabulary carried out in play."""

import pytest

from tests.rules.karciane_miasto.build import position, step
from tests.rules.karciane_miasto.exercise import TABLES, counted, mixed_game, used, wanted

GAMES = 50
FULL = {(0, 0): "D101:9", (1, 0): "D111:9", (2, 0): "D121:9", (0, 1): "D102"}
"""A city with goods of every kind."""
RARE = [
    # What can only be Rebuilt, by a vote.
    ({}, {"public": "D332"}, "place rebuild 0,1", "vote for", "vote for"),
    # What needs two neighbours of a type.
    ({(1, 1): "D103"}, {"commercial": "D311"}, "place create 0,2"),
    # Districts that have something of others being built near them.
    ({(0, 2): "D204"}, {"base": "D131"}, "place create -1,1"),
    ({(0, 2): "D303"}, {"public": "D235"}, "place create -1,1"),
    ({(0, 2): "D205"}, {"base": "D111"}, "place create -1,1", "action_b 0,2 0"),
    ({(0, 2): "D313"}, {"base": "D131"}, "place create -1,1", "group citizens", "action_b 0,2 0"),
    ({(0, 2): "D332"}, {"residential": "D302"}, "place create -1,1", "action_b 0,2 0"),
    ({(-1, 1): "T101"}, {"base": "D121"}, "place create -1,0", "respond K06"),
]
"""What random play seldom comes to: cards lying there, the pile, the moves that are not the first option."""


def rare_steps():
    """Yield the steps of builds that random play seldom comes to; what is not written down is the first option."""
    for lying, piles, *texts in RARE:
        state = position(
            map=FULL | lying,
            piles=piles,
            hands=["", "K06" if "respond K06" in texts else ""],
            support=["1/1/1", "2/0/0"],
            decks=["S01"],
        )
        for text in ("build", f"take {next(iter(piles))}"):
            state = step(state, text).state
        yield from _steps(state, list(texts))


def _steps(state, texts):
    while state.question.kind != "main":
        options = state.question.options
        wish = texts.pop(0) if texts and texts[0] in options else options[0]
        made = step(state, wish)
        yield made
        state = made.state
    assert not texts


@pytest.mark.in_turn(2)
def test_every_card_ability_and_kind_is_exercised(monkeypatch):
    kinds, found = counted(monkeypatch), set()
    for seed in range(GAMES):
        for made in mixed_game(3 + seed % 3, seed):
            found.update(used(made))
    for made in rare_steps():
        found.update(used(made))
    assert wanted() - found == set()
    assert {(name, kind) for name, table in TABLES.items() for kind in table} == kinds.keys()
