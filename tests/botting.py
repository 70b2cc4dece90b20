"""Builders for tests of bots: the invented title with a brain, tables with bots, a steward that does not wait."""

import contextlib
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Game, Seat
from games.rules import registry
from games.rules.protocol import RulesError
from games.services.bots.claims import claim
from games.services.play.door import play_bot
from games.services.tables.bots import open_against_bots
from games.services.tables.seating import Plan
from tests.tables import guest

BRAINY = "tests.demo.thinking"
PLAN = Plan("demo", 3, {}, listed=True)
SLOW = """
import json, os, sys
sys.stdin.readline()
print(json.dumps({"knows": []}), flush=True)
for line in sys.stdin:
    while not os.path.exists(sys.argv[1]):
        pass
    asked = json.loads(line)
    print(json.dumps({"notation": asked["slug"], "number": asked["number"]}), flush=True)
"""
"""A thinker that computes until there is a file, and then answers with the title's name."""


@pytest.fixture
def brainy(monkeypatch):
    """Let the invented title have a brain."""
    monkeypatch.setitem(registry.SLUGS, "demo", BRAINY)


def now():
    """Return the time, as those who call services give it."""
    return timezone.now()


def is_proved():
    """Tell whether every game's log, seats and ending hold, or return what does not."""
    out = StringIO()
    with contextlib.suppress(SystemExit):
        call_command("verify_game", "--all", stdout=out)
    return out.getvalue().endswith(", 0 failed\n") or out.getvalue()


def against_bots(*levels, person=None, newcomers=False, **plan):
    """Return a started game of one person and bots, and the person."""
    viewer = person or guest("Anna")
    wanted = Plan("demo", 1 + len(levels), {}, **({"listed": True} | plan))
    game = open_against_bots(viewer, wanted, levels, newcomers)
    return Game.objects.get(pk=game.pk), viewer


def bot_moves(game, index, notation="pick 2"):
    """Let a bot make this move at once."""
    game.refresh_from_db()
    play_bot(game.pk, index, notation, game.ply)
    game.refresh_from_db()


def make_late(game, seconds):
    """Let the moments of a game's bots have been so many seconds ago."""
    moment = timezone.now() - timedelta(seconds=seconds)
    Seat.objects.filter(game=game, bot_at__isnull=False).update(bot_at=moment, bot_lease=None)
    Game.objects.filter(pk=game.pk).update(wake_at=timezone.now())


def claim_one(moment, **how):
    """Claim the next decision, where so few wait that it is one, or none if nobody waits."""
    tasks = claim(moment, **how)
    assert len(tasks) <= 1
    return tasks[0] if tasks else None


def let_bots_answer(answer, most=1000):
    """Claim and play what waits for bots, by a function from questions to notations; return how many moved."""
    moved = 0
    while moved < most and (tasks := claim(timezone.now())):
        for task in tasks:
            with contextlib.suppress(RulesError):
                play_bot(task.game_id, task.index, answer(task.question) or task.default, task.ply)
        moved += len(tasks)
    return moved
