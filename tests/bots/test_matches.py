"""Matches of levels: deals from every seat, shares of wins, what is sure of them, and the ladder's log."""

import json
from math import isclose

import pytest
from django.core.management import call_command

from games.bots.matches import Game, elo, interval, lineups, load_game, play, rotations, share_of, summary

ONE = Game(3, (4, 2), (10, 8), (1, 2), 40, ((1.0, 3.0), (0.5,)))


def test_mirrored_every_deal_is_played_from_every_seat():
    assert [*lineups((4, 2), 7, 5, mirrored=True)] == [
        (7, (4, 2)), (7, (2, 4)), (8, (4, 2)), (8, (2, 4)), (9, (4, 2)),
    ]  # fmt: skip
    assert len([*lineups((4, 2, 2, 2), 0, 8, mirrored=True)]) == 8
    assert [seed for seed, _ in lineups((4, 2), 0, 3, mirrored=False)] == [0, 1, 2]
    assert rotations((2, 2, 2)) == [(2, 2, 2)]


@pytest.mark.parametrize(
    ("places", "share"), [((1, 2, 3), 1.0), ((2, 1, 3), 0.0), ((1, 1, 3), 0.5), ((1, 1, 1), 1 / 3)]
)
def test_who_shares_the_first_place_shares_the_win(places, share):
    game = Game(0, (4, 2, 2), (0, 0, 0), places, 1, ((), (), ()))
    assert isclose(share_of(4, game), share)
    assert isclose(share_of(2, game), 1 - share)


def test_the_interval_is_wilsons():
    # Newcombe 1998, table I: 81 of 263, and 0 of 20.
    assert interval(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert interval(0.0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert interval(0.5, 0) == (0.0, 1.0)


def test_elo_of_three_quarters_is_nearly_200():
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo(0.5) == 0
    assert elo(1.0) < 800


def test_a_summary_tells_wins_points_and_times():
    found = summary([ONE, ONE], 4)
    assert (found["games"], found["wins"], found["points"]) == (2, 1.0, 10)
    assert found["milliseconds"]["most"] == 3.0


def test_a_game_is_kept_and_read_again():
    assert load_game(json.loads(json.dumps(ONE.to_json()))) == ONE


def test_the_same_seed_plays_the_same_game():
    one, other = (play("machi_koro_2", 5, (1, 2)) for _ in range(2))
    assert (one.points, one.places, one.plies) == (other.points, other.places, other.plies)


def test_the_ladder_goes_on_where_it_was_interrupted(tmp_path, capsys):
    log = tmp_path / "games"
    arguments = ("ladder", "card_city", "--levels", "0,1", "--log", str(log))
    call_command(*arguments, "--games", "2", "--mirrored", "--json")
    first = log.read_text()
    call_command(*arguments, "--games", "4", "--mirrored", "--json")
    assert log.read_text().startswith(first)
    assert len(log.read_text().splitlines()) == 4
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found[1][0]["levels"]["1"]["games"] == 4


def test_only_games_of_the_same_players_are_added_up_and_a_torn_line_is_none(tmp_path, capsys):
    log = tmp_path / "games"
    arguments = ("--levels", "0,1", "--games", "1", "--log", str(log))
    call_command("ladder", "card_city", *arguments)
    kept = log.read_text()
    call_command("ladder", "point_city", *arguments)
    assert len(log.read_text().splitlines()) == 2
    old = json.loads(kept)
    del old["of"]
    log.write_text(json.dumps(old) + "\n" + kept[:-9])
    call_command("ladder", "card_city", *arguments)
    *_, last = log.read_text().splitlines()
    assert json.loads(last)["of"] == json.loads(kept)["of"]
    call_command("ladder", "card_city", *arguments)
    assert len(log.read_text().splitlines()) == 3
