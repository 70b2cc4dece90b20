"""Matches of levels: deals from every seat, shares of wins, what is sure of them, and the ladder's log."""

import json
from math import isclose
from random import Random

import pytest
from django.core.management import call_command

from games.bots.matches import (
    PlayedMatch,
    elo,
    interval,
    interval_by_deal,
    lineups,
    load_game,
    play,
    rotations,
    share_of,
    student,
    summary,
)

ONE = PlayedMatch(3, (4, 2), (10, 8), (1, 2), 40, ((1.0, 3.0), (0.5,)))


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
    game = PlayedMatch(0, (4, 2, 2), (0, 0, 0), places, 1, ((), (), ()))
    assert isclose(share_of(4, game), share)
    assert isclose(share_of(2, game), 1 - share)


def test_who_plays_alone_wins_or_loses():
    won, lost = (PlayedMatch(0, (4,), (50,), (place,), 17, ((1.0, 2.0),)) for place in (1, 2))
    assert [share_of(4, won), share_of(4, lost)] == [1.0, 0.0]
    assert summary([won, lost], 4)["wins"] == 0.5


def test_the_interval_is_wilsons():
    # Newcombe 1998, table I: 81 of 263, and 0 of 20.
    assert interval(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert interval(0.0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert interval(0.5, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "expected"), [(3, 3.182), (4, 2.776), (9, 2.262), (29, 2.045), (199, 1.972), (10**6, 1.960)]
)
def test_students_quantiles_are_those_of_the_tables(freedom, expected):
    assert student(freedom) == pytest.approx(expected, abs=0.01)


def test_games_of_deals_of_their_own_are_independent():
    assert interval_by_deal([(seed, float(seed < 3)) for seed in range(4)]) == interval(0.75, 4)


def test_where_the_better_deal_wins_both_games_there_are_half_as_many_and_even_pairs_say_more():
    """The two games of a deal are one observation: equal ones are worth one, opposite ones more than two."""
    same = [(seed, float(seed % 4 > 0)) for seed in range(200) for _ in range(2)]
    low, high = interval_by_deal(same)
    assert (low, high) == pytest.approx(interval(0.75, 200), abs=0.002)
    even = [(seed, won) for seed in range(200) for won in ((1.0, 0.0) if seed % 2 else (1.0, 1.0))]
    low, high = interval_by_deal(even)
    assert (low, high) == pytest.approx(
        (0.75 - 1.972 * 0.25 / 199**0.5, 0.75 + 1.972 * 0.25 / 199**0.5), abs=0.003
    )
    assert high - low < 0.9 * (interval(0.75, 400)[1] - interval(0.75, 400)[0])


def test_deals_that_all_end_alike_count_once_each():
    assert interval_by_deal([(seed, 1.0) for seed in range(50) for _ in range(2)]) == interval(1.0, 50)
    assert interval_by_deal([(7, 1.0), (7, 0.0)]) == interval(0.5, 1)


def test_in_95_of_100_matches_the_interval_holds_the_truth():
    """Also where the luck of the deal is most of it; counting each game alone, it would be 84."""
    random, held, tried = Random(5), 0, 1000
    for _ in range(tried):
        games = []
        for seed in range(60):
            luck = random.choice((0.25, 0.95))
            games += [
                (seed, won := float(random.random() < luck)),
                (seed, float(random.random() < 0.2) or won),
            ]
        low, high = interval_by_deal(games)
        held += low <= 0.6 + 0.5 * 0.4 * 0.2 <= high
    assert 0.93 <= held / tried <= 0.98


def test_a_summary_takes_the_games_of_a_deal_together():
    other = PlayedMatch(3, (2, 4), (10, 8), (1, 2), 40, ((), ()))
    later = [PlayedMatch(seed, ONE.levels, ONE.points, ONE.places, 40, ONE.milliseconds) for seed in (4, 4)]
    found = summary([ONE, other, *later], 4)
    low, high = interval_by_deal([(3, 1.0), (3, 0.0), (4, 1.0), (4, 1.0)])
    assert found["interval"] == (round(low, 3), round(high, 3)) != interval(0.75, 4)


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
