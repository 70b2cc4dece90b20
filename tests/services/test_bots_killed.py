"""A thinker is killed in the middle of a thought: its bot moves once nevertheless, and the next one thinks anew."""

import os
import signal
import sys
from datetime import timedelta

import pytest

from games.services.bots import claims as bots_claims
from games.services.bots import steward as bots_steward
from games.services.bots import thinkers as bots_thinkers
from games.services.bots.steward import Steward
from tests import botting
from tests.botting import SLOW, against_bots
from tests.tables import fresh, play
from tests.thorough import PATIENCE
from tests.waiting import until

brainy = botting.brainy
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("brainy")]
KILLS = 3


@pytest.fixture
def patient(monkeypatch, tmp_path):
    """Let thinkers compute without an end, and be waited for as long as a test waits."""
    for name in ("LATEST", "GRACE"):
        monkeypatch.setattr(bots_claims, name, timedelta(seconds=PATIENCE))
    command = [sys.executable, "-S", "-c", SLOW, str(tmp_path / "never")]
    monkeypatch.setattr(bots_thinkers, "COMMAND", command)
    monkeypatch.setattr(bots_steward, "instinct", lambda question: "pick 4")


@pytest.mark.usefixtures("patient")
def test_one_that_is_killed_while_it_thinks_loses_and_doubles_no_move():
    game, anna = against_bots(3, bot_pace="once")
    steward, killed = Steward(), []
    steward.start()
    (thinker,) = steward._thinkers
    for number in range(KILLS):
        until(lambda: thinker._owed is not None and thinker._owed.number)
        killed.append(thinker.pid)
        os.kill(thinker.pid, signal.SIGKILL)
        until(lambda made=number + 1: game.records.filter(seat=1).count() == made)
        if number < KILLS - 1:
            play(game, anna, "pick 5", key=f"k{number}", seen=fresh(game).ply)
    steward.stop()
    made = game.records.filter(seat=1).values_list("notation", "actor")
    assert [*made] == [("pick 4", "bot:3")] * KILLS
    assert len({*killed}) == KILLS
