"""Random games, golden files and the commands about them, on the invented title."""

import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from games.bots.golden import Recipe, ending, moves, record, record_again, replay, ruleset_of
from games.bots.playouts import (
    BusyPlayer,
    LooseDraw,
    PointsPlayer,
    RandomPlayer,
    deal,
    playout,
    random_playout,
)
from games.bots.timing import speed


def _notation(demo, seed):
    return [(ply.seat, str(ply.move)) for ply in random_playout(demo, deal(demo, 3, seed), seed)]


def test_the_same_seed_plays_the_same_game(demo):
    assert _notation(demo, 1) == _notation(demo, 1)
    assert _notation(demo, 1) != _notation(demo, 2)


def test_every_seat_and_chance_move(demo):
    assert {seat for seat, _ in _notation(demo, 1)} == {-1, 0, 1, 2}


def test_a_loose_draw_sorts_before_it_shuffles():
    assert LooseDraw(3).shuffle("shuffle:x", ["c", "a", "b"]) == LooseDraw(3).shuffle(
        "shuffle:x", ["b", "c", "a"]
    )
    assert {LooseDraw(seed).below("die", 6) for seed in range(60)} == {*range(6)}


def test_a_golden_file_holds_the_whole_game(demo):
    text = record(demo, Recipe(2, seed=4))
    states = list(replay(text))
    assert len(states) == len(list(moves(text))) + 1
    assert text.endswith("\n".join([*ending(demo, states[-1]), ""]))
    assert ruleset_of(text) is demo
    assert record_again(text) == text


def test_a_golden_file_tells_ends_apart_that_have_the_same_scores(demo):
    *_, last = replay(record(demo, Recipe(2, seed=4)))
    other = replace(last, scores=last.scores[::-1]) if len({*last.scores}) > 1 else replace(last, round=9)
    counted = replace(demo, tally=lambda state: {"rounds": (state.round,)})
    assert ending(counted, last)[:-1] == [*ending(demo, last)[:-1], f"rounds {last.round}"]
    assert ending(demo, other)[-1] != ending(demo, last)[-1]


def test_options_are_kept_when_a_file_is_recorded_again(demo):
    text = record(demo, Recipe(2, seed=4, options=demo.options(lucky=True)))
    assert '"lucky": true' in text
    assert record_again(text) == text


def test_whoever_plays_for_points_makes_a_move_that_brings_the_most(demo):
    start = deal(demo, 2, 1)
    for ply in playout(demo, start, PointsPlayer(demo, 1)):
        if ply.seat >= 0:
            gains = [
                demo.scores(demo.apply(ply.before, ply.seat, move).state)[ply.seat]
                for move in demo.legal_moves(ply.before, ply.seat)
            ]
            assert demo.scores(ply.step.state)[ply.seat] == max(gains)


def test_speed_counts_moves_and_games(demo):
    found = speed(demo, 2, games=3, runs=2)
    assert found.moves > found.games > 0
    assert found.moves_per_game >= 9


def test_playout_sums_up_as_json(demo, capsys):
    call_command("playout", "demo", "--games", "5", "--seats", "3", "--json")
    summary = json.loads(capsys.readouterr().out)
    assert (summary["ruleset"], summary["seats"], summary["games"]) == ("demo/1", 3, 5)
    assert summary["score_min"] <= summary["score_mean"] <= summary["score_max"]


def test_playout_stops_at_an_unsound_position(demo, monkeypatch):
    def unsound(state):
        assert state.round < 2, "too far"

    from games.rules import registry

    monkeypatch.setattr(registry, "get", lambda slug: replace(demo, invariants=unsound))
    with pytest.raises(AssertionError, match="too far"):
        call_command("playout", "demo", "--games", "1")


def test_bench_prints_a_line_per_number_of_seats(demo, capsys):
    call_command("bench", "demo", "--games", "2", "--runs", "1")
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines[1:]] == ["demo, 2 seats", "demo, 4 seats"]


def test_golden_records_a_game_and_all_of_them_again(demo, settings, tmp_path, capsys):
    settings.BASE_DIR = tmp_path
    call_command("golden", "demo", "--seats", "2", "--seed", "9")
    path = tmp_path / "tests" / "golden" / "demo" / "seats-2-seed-9.txt"
    text = path.read_text()
    path.write_text(text.replace("scores ", "scores 99"))
    call_command("golden", "demo")
    assert path.read_text() == text


def test_golden_needs_seats_and_seed_together(demo):
    with pytest.raises(CommandError):
        call_command("golden", "demo", "--seats", "2")


def test_a_busy_player_seldom_only_waits(demo):
    idle = replace(demo, idle=frozenset({"boast"}))

    def boasts(make):
        plies = [ply for seed in range(20) for ply in playout(idle, deal(demo, 3, seed), make(idle, seed))]
        could = [
            ply for ply in plies if len({move.kind for move in demo.legal_moves(ply.before, ply.seat)}) > 1
        ]
        return sum(ply.move.kind == "boast" for ply in could) / len(could)

    assert boasts(BusyPlayer) < boasts(RandomPlayer) / 2


def test_a_busy_player_without_idle_moves_is_the_random_one(demo):
    start = deal(demo, 2, 5)
    busy, plain = (playout(demo, start, make(demo, 5)) for make in (BusyPlayer, RandomPlayer))
    assert [ply.move for ply in busy] == [ply.move for ply in plain]
