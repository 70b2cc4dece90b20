"""The recorded games replay to the last point; ``manage.py golden`` records them again."""

from pathlib import Path

import pytest

from games.bots.golden import final_scores, record_again, replay, ruleset_id
from games.rules import registry

FOLDER = Path(__file__).parents[1] / "golden"
GAMES = [
    pytest.param(ruleset, path, id=f"{ruleset.slug}-{path.stem}")
    for ruleset in registry.rulesets()
    for path in sorted((FOLDER / ruleset.slug).glob("*.txt"))
]
every_game = pytest.mark.parametrize(("ruleset", "path"), GAMES)


@pytest.mark.parametrize("ruleset", registry.rulesets(), ids=registry.SLUGS)
def test_there_is_a_golden_game_for_every_number_of_seats(ruleset):
    recorded = {int(path.stem.split("-")[1]) for path in (FOLDER / ruleset.slug).glob("*.txt")}
    assert recorded == {*ruleset.seats}


@every_game
def test_a_golden_game_replays_to_its_scores(ruleset, path):
    text = path.read_text()
    assert ruleset_id(text) == ruleset.ruleset_id
    positions = list(replay(ruleset, text))
    for state in positions:
        ruleset.invariants(state)
    assert not ruleset.to_act(positions[-1])
    assert ruleset.scores(positions[-1]) == final_scores(text)


@every_game
def test_a_golden_game_would_be_recorded_the_same_again(ruleset, path):
    assert record_again(ruleset, path.read_text()) == path.read_text()
