"""The bench of windows ends, and says what it has found or that there is nothing to compare."""

import pytest

from games.live import bench_bots
from games.live.bench_bots import measure_windows, report
from games.rules import registry
from tests.botting import BRAINY


def test_it_says_when_there_is_nothing_to_compare(capsys):
    report([0.8, 1.2], [])
    report([], [])
    assert capsys.readouterr().out.count("nothing to compare") == 2


def test_it_tells_how_alike_two_samples_are(capsys):
    report([0.8, 0.9, 1.2], [0.8, 0.9, 1.2])
    assert "p 1.000" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_it_ends_also_in_a_title_without_windows(monkeypatch, capsys):
    monkeypatch.setitem(registry.SLUGS, "demo", BRAINY)
    monkeypatch.setattr(bench_bots, "TABLES", 1)
    measure_windows("demo", 2, 1, "once", seconds=1.0)
    assert "nothing to compare" in capsys.readouterr().out
