"""The measuring itself: what is printed is counted, and two servers are compared round by round."""

import pytest

from games.live import bench
from games.rules import registry


@pytest.mark.in_turn(4)
def test_a_closed_loop_measures_every_figure():
    load = bench.Load(tables=2, seats=2, seconds=2, rate=None, watchers=3, watched_moves=2)
    said = []
    found = bench.run_live_bench(registry.get("point_city"), load, said.append)
    assert all(found.figures(2).values())
    assert len(found.to_others) == found.moves
    assert len(found.to_last_watcher) == 2
    assert "2 tables of 2 as fast as it goes" in said[0]


def test_rounds_are_compared_with_their_neighbours():
    line = bench._compared("CPU ms a move", [10.0, 20.0, 40.0], [5.0, 5.0, 20.0])
    assert line == "CPU ms a move: 20.0 there, 5.0 here, ratio 0.500 (0.250 to 0.500)"
