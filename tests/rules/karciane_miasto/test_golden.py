"""The recorded games replay to the last point; ``manage.py golden`` records them again."""

from pathlib import Path

import pytest

from games.bots.golden import final_scores, record_again, replay, ruleset_id
from tests.rules.karciane_miasto.build import RULESET

FILES = sorted((Path(__file__).parents[2] / "golden" / RULESET.slug).glob("*.txt"))
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def test_there_is_a_golden_game_for_every_number_of_seats():
    seats = {int(path.stem.split("-")[1]) for path in FILES}
    assert seats == {*RULESET.seats}


@every_file
def test_a_golden_game_replays_to_its_scores(path):
    text = path.read_text()
    assert ruleset_id(text) == RULESET.ruleset_id
    positions = list(replay(RULESET, text))
    for state in positions:
        RULESET.invariants(state)
    assert positions[-1].phase == "over"
    assert RULESET.scores(positions[-1]) == final_scores(text)


@every_file
def test_a_golden_game_would_be_recorded_the_same_again(path):
    assert record_again(RULESET, path.read_text()) == path.read_text()
