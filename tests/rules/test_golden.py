"""The recorded games replay to the last position; ``manage.py golden`` records them again."""

from pathlib import Path

import pytest

from games.bots.golden import ending, record_again, replay, ruleset_of
from games.rules import registry

FOLDER = Path(__file__).parents[1] / "golden"
GAMES = [
    pytest.param(path, id=f"{ruleset.slug}-{path.stem}")
    for ruleset in registry.rulesets()
    for path in sorted((FOLDER / ruleset.slug).glob("*.txt"))
]
VERSIONS = [version for ruleset in registry.rulesets() for version in (*ruleset.former, ruleset)]
every_game = pytest.mark.parametrize("path", GAMES)


@pytest.mark.parametrize("ruleset", VERSIONS, ids=[version.ruleset_id for version in VERSIONS])
def test_there_is_a_golden_game_of_every_version_for_every_number_of_seats(ruleset):
    texts = {path.stem: path.read_text() for path in (FOLDER / ruleset.slug).glob("*.txt")}
    recorded = {int(name.split("-")[1]) for name, text in texts.items() if ruleset_of(text) is ruleset}
    assert recorded == {*ruleset.seats}


@every_game
def test_a_golden_game_replays_to_its_end(path):
    text = path.read_text()
    ruleset, positions = ruleset_of(text), list(replay(text))
    for state in positions:
        ruleset.invariants(state)
    assert not ruleset.to_act(positions[-1])
    assert ending(ruleset, positions[-1]) == _recorded_ending(text)


@every_game
def test_a_golden_game_would_be_recorded_the_same_again(path):
    assert record_again(path.read_text()) == path.read_text()


def _recorded_ending(text):
    lines = text.splitlines()
    return lines[next(at for at, line in enumerate(lines) if line.startswith("scores ")) :]


def test_as_many_landmarks_as_there_can_be_are_bought_in_some_game():
    texts = [path.read_text() for path in (FOLDER / "machi_koro_2").glob("*.txt")]
    built = [line.split()[1:] for text in texts for line in text.splitlines() if line.startswith("scores ")]
    assert max(sum(map(int, counts)) for counts in built) == 11
