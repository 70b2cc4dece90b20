"""The bench of windows ends, and says what it has found or that there is nothing to compare."""

import pytest

from games.bench import bots
from games.bench.bots import keep_playing, measure_windows, report
from games.models import Game
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
    monkeypatch.setattr(bots, "TABLES", 1)
    measure_windows("demo", 2, 1, "once", seconds=1.0)
    assert "nothing to compare" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_bots_begin_another_game_as_often_as_one_ends(monkeypatch):
    monkeypatch.setitem(registry.SLUGS, "demo", BRAINY)
    running = Game.objects.filter(status=Game.Status.RUNNING)
    seen = []

    def sleep(_seconds):
        seen.append(running.count())
        if len(seen) == 3:
            raise KeyboardInterrupt
        # Between the first look and the second no game ends, between the second and the third one does.
        if len(seen) == 2:
            Game.objects.filter(pk=running.first().pk).update(status=Game.Status.FINISHED)

    monkeypatch.setattr(bots.time, "sleep", sleep)
    with pytest.raises(KeyboardInterrupt):
        keep_playing("demo", 4)
    assert seen == [2, 2, 2]
    assert Game.objects.count() == 3
