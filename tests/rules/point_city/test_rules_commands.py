"""PC-81 to PC-83: commands and refusals; every number of the rules has its test."""

import re
from pathlib import Path

import pytest

from games.rules.point_city.packed import EMPTY
from games.rules.protocol import MalformedMove
from tests.rules.point_city.build import (
    RULESET,
    city,
    moves,
    play,
    playout,
    refused,
    table,
    to_move,
    tokens,
    ways,
)

RULES = Path(__file__).parents[3] / "games/rules/point_city"
NUMBERS = [f"PC-{n}" for n in range(1, 85)]
MARKET = {0: "pc-008/B", 1: "pc-015/B", 4: "pc-012", 5: "pc-155/B"}
PAYER = city(cards="start pc-085")
LINE = "ct-energy ct-economy"


def _table(**rest):
    return table(MARKET, PAYER, city(cards="pc-start-2 pc-001"), line=LINE, **rest)


REFUSALS = {
    "not_your_turn": (_table(), 1, "deck"),
    "game_over": (_table(over=True), 0, "deck"),
    "flip_used": (_table(flipped=True), 0, "flip 15"),
    "flip_not_available": (table({n: f"pc-{151 + n}/B" for n in (0, 1, 2, 3)}, seats=2), 0, "flip 0"),
    "slot_invalid": (_table(), 0, "flip 16"),
    "not_adjacent": (_table(), 0, "take 2 7"),
    "deck_empty": (table({}, turn=34), 1, "deck"),
    "cannot_afford": (_table(), 0, "take 4 5 pay ingenuity"),
    "payment_short": (_table(), 0, "take 0 4 pay industry2 get ct-energy"),
    "payment_redundant": (_table(), 0, "take 0 4 pay industry1 industry2 ingenuity get ct-energy"),
    "card_not_available": (_table(), 0, "take 0 4 pay energy1 industry2 get ct-energy"),
    "tokens_wrong_number": (_table(), 0, "take 0 4 pay industry1 industry2"),
    "token_not_available": (_table(), 0, "take 0 4 pay industry1 industry2 get ct-ecology"),
}


@pytest.mark.parametrize(("seats", "seed"), [(1, 7), (2, 4)])
def test_pc_81_every_move_can_be_written_and_read_back(seats, seed):
    for ply in playout(seats, seed):
        assert str(RULESET.parse_move(str(ply.move))) == str(ply.move)
        assert RULESET.parse_move(str(ply.move)) == ply.move


def test_pc_81_one_act_takes_pays_chooses_and_refills():
    state = _table()
    after = play(state, "take 0 4 pay industry1 industry2 get ct-economy")
    assert (len(after.cities[0].buildings), len(after.discard)) == (1, 2)
    assert (after.cities[0].tokens, after.line) == (tokens("ct-economy"), tokens("ct-energy"))
    assert EMPTY not in after.market
    assert after.deck == state.deck[2:]
    assert to_move(after) == 1


@pytest.mark.parametrize(
    "text",
    ["", "build 3", "flip", "flip x", "take 0 4 pay gold", "take 0 4 get ct-none", "deck deck", "TAKE 0 4"],
)
def test_pc_81_nothing_else_is_a_command(text):
    with pytest.raises(MalformedMove):
        RULESET.parse_move(text)


@pytest.mark.parametrize(("code", "refusal"), REFUSALS.items())
def test_pc_82_a_refused_command_changes_nothing_and_says_why(code, refusal):
    state, seat, text = refusal
    before = RULESET.dump(state)
    error = refused(state, text, seat)
    assert RULESET.dump(state) == before
    assert (error.code, error.rule in NUMBERS) == (code, True)
    assert str(error).endswith(".")
    assert "%(" not in str(error)


@pytest.mark.parametrize("text", ["flip 99", "take 15 16", "take 20 21"])
def test_pc_82_slots_that_do_not_exist(text):
    assert refused(_table(), text).code == "slot_invalid"


def test_pc_82_a_card_named_twice_is_not_available():
    assert refused(_table(), "take 0 4 pay industry2 industry2 get ct-energy").code == "card_not_available"


def test_pc_82_a_legal_command_is_not_refused():
    for text in moves(_table()):
        play(_table(), text)


@pytest.mark.parametrize(
    ("line", "pair", "wanted"),
    [
        ("", (0, 1), 0),
        ("ct-energy", (0, 1), 1),
        (LINE, (0, 1), 2),
        (f"{LINE} ct-flat-5", (0, 1), 2),
        (LINE, (0, 4), 1),
    ],
)
def test_pc_83_so_many_different_tokens(line, pair, wanted):
    rich = city(cards="pc-085 pc-082 pc-068 pc-069")
    state = table(MARKET, rich, city(), line=line)
    offered = [way.partition("get")[2].split() for way in ways(state, *pair)]
    assert offered
    assert {(len(names), len(set(names))) for names in offered} == {(wanted, wanted)}


@pytest.mark.parametrize("language", ["", ".uk", ".ru"])
def test_rules_state_every_number_once_and_in_order(language):
    text = (RULES / f"RULES{language}.md").read_text()
    assert re.findall(r"^\*\*(PC-\d+)\.\*\*", text, re.MULTILINE) == NUMBERS
    assert {f"PC-{n}" for n in re.findall(r"PC-(\d+)", text)} == set(NUMBERS)


def test_every_number_has_a_test():
    sources = "".join(path.read_text() for path in Path(__file__).parent.glob("test_rules_*.py"))
    tested = {f"PC-{n}" for n in re.findall(r"^def test_pc_(\d+)_", sources, re.MULTILINE)}
    assert tested == set(NUMBERS)
