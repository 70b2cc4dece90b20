"""What thinks for bots has no rights: no environment, no files, no database; and its answers may fail."""

import os
import signal
import sys
from pathlib import Path

import pytest

from games.bots import thinker
from games.bots.playouts import deal
from games.rules import registry
from games.services.bots import thinkers as bots_thinkers
from games.services.bots.thinkers import Thinker, bare_environment
from tests.botting import BRAINY, SLOW
from tests.thorough import PATIENCE

pytestmark = pytest.mark.in_turn(2)

LINUX = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="reads /proc")


@pytest.fixture(autouse=True)
def brainy(monkeypatch):
    """Let the invented title have a brain, and forget it again."""
    monkeypatch.setitem(registry.SLUGS, "demo", BRAINY)


@pytest.fixture
def asked():
    """A thinker that is ended with the test."""
    found = Thinker()
    yield found
    found.stop()


def question(**changes):
    """Return what a thinker is asked about the first position of the invented title."""
    ruleset = registry.get("demo")
    position = ruleset.dump(ruleset.brain.conceal(deal(ruleset, 2, 1), 0))
    first = {
        "slug": "demo", "version": ruleset.version, "seat": 0, "seats": 2, "level": 3, "seed": 5,
        "share": 1.0, "seconds": 2.0, "position": position,
    }  # fmt: skip
    return first | changes


def test_it_answers_with_a_legal_move_and_the_same_again(asked):
    # What thinks leaves the processor to all others: on a busy machine two seconds may cut it short.
    unhurried = question(seconds=float(PATIENCE))
    answers = [asked.ask(unhurried, PATIENCE) for _ in range(2)]
    assert answers[0] == answers[1] == thinker.answer(unhurried)
    assert answers[0]["notation"].startswith("pick ")


@LINUX
def test_it_holds_nothing_and_can_get_nothing(asked):
    asked.ask(question(), PATIENCE)
    process = Path(f"/proc/{asked.pid}")
    environment = dict(
        each.split("=", 1) for each in (process / "environ").read_text().split("\0") if "=" in each
    )
    assert environment == bare_environment()
    assert {each.name for each in (process / "fd").iterdir()} == {"0", "1", "2"}
    kept = [os.readlink(process / "fd" / number) for number in "012"]
    assert kept[2] == "/dev/null" and all(each.startswith("pipe:") for each in kept[:2])
    assert os.readlink(process / "cwd") == "/"
    limits = (process / "limits").read_text()
    for line in ("Max open files            0 ", "Max file size             0 "):
        assert line in limits


REFUSED = {
    "open('/etc/hostname')": "Too many open files",
    "open('/tmp/x', 'w')": "Too many open files",
    "__import__('socket').create_connection(('127.0.0.1', 5432), 1)": "Too many open files",
    "__import__('sqlite3').connect('/tmp/x.sqlite3').execute('CREATE TABLE x (y)')": "",
    "__import__('django.db')": "",
    "__import__('psycopg')": "",
    "[name for name in __import__('sys').modules if name[:6] in ('django', 'psycop', 'sqlite')][0]": "IndexError",
    "__import__('os').close(2)": "",
    "open('/etc/passwd').read()": "Too many open files",
    f"open('/proc/{os.getpid()}/environ').read()": "Too many open files",
    f"open({__file__!r}).read()": "Too many open files",
}
"""What a title might try one after the other, and how that ends; what says nothing here ends in some error."""


@LINUX
def test_even_a_title_that_wants_to_reaches_nothing(tmp_path, monkeypatch):
    """A title is run as it might be if somebody had slipped something into it."""
    (tmp_path / "bad_title.py").write_text(
        "from dataclasses import replace\nfrom tests.demo.thinking import RULESET as GOOD\n"
        "RULESET = replace(GOOD, load=eval)\n"
    )
    bare, first = bare_environment(), question()
    path = f"{bare['PYTHONPATH']}:{tmp_path}"
    monkeypatch.setattr(bots_thinkers, "bare_environment", lambda: bare | {"PYTHONPATH": path})
    monkeypatch.setitem(registry.SLUGS, "demo", "bad_title")
    asked = Thinker()
    answers = {what: asked.ask(first | {"position": what}, PATIENCE) for what in REFUSED}
    asked.stop()
    assert not [what for what, answer in answers.items() if REFUSED[what] not in answer.get("error", "no")]
    assert all("error" in answer for answer in answers.values())


def test_it_ends_by_itself_when_nobody_can_ask_it_any_more(asked):
    """As when the process that asks was killed: then its end of the pipe is closed."""
    asked.ask(question(), PATIENCE)
    asked._process.stdin.close()
    assert asked._process.wait(60) == 0
    asked._process = None


def test_what_it_does_not_know_is_an_error_and_it_lives_on(asked):
    assert "error" in asked.ask(question(version=99), PATIENCE)
    assert "error" in asked.ask(question(slug="chess"), PATIENCE)
    assert "error" in asked.ask(question(position={"strange": 1}), PATIENCE)
    pid = asked.pid
    assert "notation" in asked.ask(question(), PATIENCE)
    assert asked.pid == pid


def test_what_cannot_be_asked_and_answers_that_are_none_are_errors(monkeypatch, asked):
    assert "error" in asked.ask(question(position={1, 2}), PATIENCE)
    monkeypatch.setattr(bots_thinkers, "COMMAND", ["/bin/sh", "-c", "while read line; do echo '[]'; done"])
    assert "error" in asked.ask(question(), PATIENCE)


def test_one_that_was_killed_or_hangs_is_replaced():
    asked = Thinker()
    asked.ask(question(), PATIENCE)
    os.kill(asked.pid, signal.SIGKILL)
    assert "error" in asked.ask(question(), PATIENCE)
    assert asked.pid is None
    asked.ask(question(), PATIENCE)
    os.kill(asked.pid, signal.SIGSTOP)
    # Until it has had a moment of the processor to stop in, it only waits for that.
    os.waitpid(asked.pid, os.WUNTRACED)
    assert "it hung" in asked.ask(question(), 0.2)["error"]
    assert asked.pid is None
    asked.stop()


@pytest.fixture
def slow(monkeypatch, tmp_path):
    """Return the file until which thinkers compute in vain."""
    path = tmp_path / "now"
    monkeypatch.setattr(bots_thinkers, "COMMAND", [sys.executable, "-S", "-c", SLOW, str(path)])
    return path


@LINUX
def test_one_that_is_late_says_what_it_owes_before_it_is_asked_more(slow, asked):
    """It is not ended, and its late answer is not taken for that to the next question."""
    while (answer := asked.ask(question(), 0.1)) and asked._asked == 0:
        assert "Late" in answer["error"]
    pid = asked.pid
    assert "Late" in answer["error"]
    assert "Late" in asked.ask(question(slug="second"), 0.1)["error"]
    slow.touch()
    assert asked.ask(question(slug="third"), PATIENCE) == {"notation": "third"}
    assert (asked.pid, asked._asked) == (pid, 2)


@LINUX
def test_one_that_computes_and_never_answers_is_ended(slow, asked, monkeypatch):
    monkeypatch.setattr(bots_thinkers, "HANGS", 0.05)
    while "it hung" not in (answer := asked.ask(question(), 0.1)["error"]):
        assert "Late" in answer
    assert asked.pid is None


def test_one_that_still_reads_the_rules_is_waited_for_but_not_for_ever(monkeypatch, asked):
    monkeypatch.setattr(bots_thinkers, "COMMAND", ["/bin/sleep", "600"])
    asked.start()
    pid = asked.pid
    assert "Late" in asked.ask(question(), 0.1)["error"]
    assert asked.pid == pid
    monkeypatch.setattr(bots_thinkers, "STARTING", 0.0)
    assert "it hung" in asked.ask(question(), 0.1)["error"]
    assert asked.pid is None


def test_without_time_it_is_not_asked(asked):
    asked.ask(question(), PATIENCE)
    assert "Late" in asked.ask(question(), 0.0)["error"]
    assert asked._asked == 1
    assert "notation" in asked.ask(question(), PATIENCE)


@pytest.mark.parametrize("level", [1, 2, 3, 4])
@pytest.mark.parametrize("slug", [*registry.SLUGS, "demo"])
def test_with_hardly_any_time_a_level_looks_at_every_move_once(slug, level):
    ruleset = registry.get(slug)
    plan = thinker.shared_out(ruleset, level, 0.001)
    assert (plan.rollouts, plan.turns, plan.heat) == (0, 0, ruleset.brain.plans[level - 1].heat)
    assert (plan.worlds, plan.breadth) == (1, ())
    assert thinker.shared_out(ruleset, level, 1.0) == ruleset.brain.plans[level - 1]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_with_hardly_any_time_it_has_an_answer(level):
    assert "notation" in thinker.answer(question(level=level, share=0.001, seconds=0))


def test_with_some_of_its_time_a_level_looks_turns_ahead_for_fewer_moves():
    ruleset = registry.get("machi_koro_2")
    whole = ruleset.brain.plans[3]
    plan = thinker.shared_out(ruleset, 4, 0.7)
    assert (plan.width, plan.turns) == (int(0.7 * whole.width), whole.turns)
    assert plan.breadth == tuple(max(1, int(0.7 * each)) for each in whole.breadth)


@pytest.mark.parametrize("slug", [*registry.SLUGS, "demo"])
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_less_time_the_smaller_the_plan(slug, level):
    plans = [thinker.shared_out(registry.get(slug), level, share) for share in (1.0, 0.5, 0.2, 0.1, 0.01)]
    for part in ("worlds", "rollouts", "turns", "breadth"):
        sizes = [getattr(plan, part) for plan in plans]
        assert sizes == sorted(sizes, reverse=True)
