"""Weights are pulled towards those that win, the same way by the same seed, and kept only once proved better."""

import json
import shutil
from importlib import import_module
from itertools import islice
from pathlib import Path
from statistics import mean

import pytest
from django.core.management import CommandError, call_command

from games.bots import tuning
from games.bots.matches import lineups
from games.bots.outlook import Outlook
from games.bots.playouts import LooseDraw, RandomPlayer, deal, playout
from games.bots.tuning import Match, Tuning, play, sides, with_weights
from games.rules import machi_koro_2, registry
from games.rules.protocol import CHANCE
from games.rules.weights import load, read_weights
from tests.demo.ruleset import RULESET as DEMO

SLUG = "machi_koro_2"
FOLDER = Path(machi_koro_2.__file__).parent
BRAIN = registry.get(SLUG).brain


class Referee:
    """Says who wins: the set whose first weight is nearer to one."""

    def __init__(self, share=None):
        self.fixed, self.deals = share, []

    def shares(self, match, seed, games):
        self.deals.append((seed, games))
        won = self.fixed
        if won is None:
            won = float(abs(match.one[0] - 1) < abs(match.other[0] - 1))
        return [(seed + number // 2, won) for number in range(games)]

    def close(self):
        pass


def test_weights_go_where_games_are_won():
    steps = islice(Tuning("any", 2, 1, 10, Referee()).steps((0.2, 0.5)), 300)
    *_, last = steps
    assert last.weights[0] == pytest.approx(1, abs=0.1)


def test_the_same_seed_takes_the_same_steps_over_deals_of_their_own():
    one, other = Referee(0.6), Referee(0.6)
    first, second = (
        [*islice(Tuning("any", 2, 3, 10, referee).steps((1.0, -2.0)), 5)] for referee in (one, other)
    )
    assert first == second
    assert first[-1].weights != first[0].weights
    assert len({*one.deals}) == 5
    assert max(seed for seed, _ in one.deals) < tuning.PROOF


@pytest.mark.parametrize(("seats", "expected"), [(2, {(1, 0), (0, 1)}), (4, {(1, 0, 1, 0), (0, 1, 0, 1)})])
def test_both_sets_sit_everywhere(seats, expected):
    deals = [*lineups(sides(seats), 5, 4, mirrored=True)]
    assert [seed for seed, _ in deals] == [5, 5, 6, 6]
    assert {side for _, side in deals} == expected


def test_good_weights_beat_their_opposites():
    good = BRAIN.weights_for(2)
    match = Match(SLUG, 2, good, tuple(-each for each in good))
    assert mean(play(match, each) for each in lineups(sides(2), 0, 6, mirrored=True)) > 0.8


def test_alone_points_are_compared_over_the_same_deal():
    weights = registry.get("point_city").brain.weights_for(1)
    assert play(Match("point_city", 1, weights, weights), (3, (1,))) == 0.5


@pytest.fixture
def folder(tmp_path, monkeypatch):
    shutil.copy(FOLDER / "weights.json", tmp_path)
    return tmp_path


@pytest.mark.parametrize(("share", "is_kept"), [(0.9, True), (0.51, False)])
def test_only_what_is_shown_to_be_better_is_kept(folder, monkeypatch, capsys, share, is_kept):
    monkeypatch.setattr("games.management.commands.tune.Workers", lambda processes: Referee(share))
    before = load(folder)
    call_command("tune", SLUG, "--seed", "4", "--steps", "3", "--games", "20", "--folder", str(folder))
    assert ("nothing is kept" in capsys.readouterr().out) is not is_kept
    after = load(folder)
    assert (after == before) is not is_kept
    if is_kept:
        kept = after["history"][-1]
        assert (kept["seats"], kept["seed"], kept["steps"], kept["games"]) == ([2], 4, 3, 60)
        assert after["weights"]["4"] == before["weights"]["4"]
        assert read_weights(folder, BRAIN.parts)[2] != BRAIN.weights_for(2)


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_every_set_of_weights_says_how_it_was_found(slug):
    data = load(Path(import_module(f"games.rules.{slug}").__file__).parent)
    told = {seats for entry in data["history"] if {"how", "result"} & {*entry} for seats in entry["seats"]}
    assert {*map(int, data["weights"])} == told <= {*registry.get(slug).seats}


def test_a_weight_of_no_part_is_refused(folder):
    (folder / "weights.json").write_text(json.dumps({"weights": {"2": {"luck": 1}}, "history": []}))
    with pytest.raises(ValueError, match="luck"):
        read_weights(folder, BRAIN.parts)


def test_a_title_without_a_brain_has_no_weights(monkeypatch):
    monkeypatch.setattr("games.management.commands.tune.registry.get", lambda slug: DEMO)
    with pytest.raises(CommandError):
        call_command("tune", SLUG)


@pytest.mark.parametrize("slug", ["point_city", "card_city"])
def test_who_is_tried_with_other_weights_also_goes_on_by_them(slug):
    """Else self-play would judge weights by a continuation of others, and prove a player that does not exist."""
    ruleset = registry.get(slug)
    weights = ruleset.brain.weights_for(2)
    other = with_weights(ruleset, 2, tuple(-each for each in weights))
    outlooks, differ = [Outlook(each, 2) for each in (ruleset, other)], 0
    for ply in playout(ruleset, deal(ruleset, 2, 1), RandomPlayer(ruleset, 1)):
        if ply.seat != CHANCE:
            first, second = [each.simple(ply.before, ply.seat, LooseDraw(1)) for each in outlooks]
            differ += first != second
    assert differ > 5
