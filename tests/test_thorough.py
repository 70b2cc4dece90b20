"""What a run prints at its end repeats it, by day and by night, also in another commit and on another day."""

import runpy
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

THOROUGH = Path(__file__).with_name("thorough.py")
VARIABLES = ("THOROUGH", "TEST_SEED", "TEST_NIGHT", "TEST_DEALS")
CHOICES = ("THOROUGH", "SEED", "NIGHT", "DEALS")
RUNS = {
    "a day": "",
    "a day with a seed": "TEST_SEED=17",
    "a day with the seed 0": "TEST_SEED=0",
    "a day with other deals": "TEST_DEALS=5",
    "a night": "THOROUGH=1",
    "the first night": "THOROUGH=1 TEST_NIGHT=0",
    "a night with the usual deals": "THOROUGH=1 TEST_DEALS=0",
    "a night with everything": "THOROUGH=1 TEST_SEED=17 TEST_NIGHT=6 TEST_DEALS=5",
}


@pytest.fixture
def chosen(monkeypatch):
    """Return a function that says what a run in some commit chooses that is given these variables."""

    def chosen(given, commit="abcdef0"):
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for word in given.split():
            monkeypatch.setenv(*word.split("="))
        monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(stdout=commit))
        return runpy.run_path(str(THOROUGH))

    return chosen


@pytest.mark.parametrize("given", RUNS.values(), ids=RUNS)
def test_what_is_printed_repeats_a_run(chosen, given):
    first = chosen(given)
    again = chosen(first["REPEAT"], commit="0123456")
    # By day no night is asked for.
    asked = [name for name in CHOICES if first["THOROUGH"] or name != "NIGHT"]
    assert [again[name] for name in asked] == [first[name] for name in asked]
    assert first["REPEAT"] == again["REPEAT"]
    # The same day of the week, if this test runs on another one.
    assert (f"TEST_NIGHT={first['NIGHT']}" in first["REPEAT"].split()) is first["THOROUGH"]


def test_each_variable_sets_what_it_says_and_0_is_a_number(chosen):
    zero = chosen("THOROUGH=1 TEST_SEED=0 TEST_NIGHT=0 TEST_DEALS=0")
    assert [zero[name] for name in CHOICES] == [True, 0, 0, 0]
    assert chosen("TEST_SEED=17")["SEED"] == 17
    assert chosen("")["SEED"] == 0xABCDEF0


def test_deals_are_the_same_by_day_whatever_the_seed_and_follow_it_at_night(chosen):
    assert [chosen(given)["DEALS"] for given in ("", "TEST_SEED=17", "TEST_DEALS=5")] == [0, 0, 5]
    assert chosen("THOROUGH=1 TEST_SEED=17")["DEALS"] == 17
