"""The errors that ``make mutants`` plants still have a place, there are enough of them, and what notices them counts."""

from collections import Counter

import pytest

from games.rules import registry
from tests.mutants import ROOT, Mutant, __main__, mutants

MUTANTS = mutants()
ENOUGH_OF_A_TITLE = 12
ENOUGH_OF_THE_SITE = 20
STAND_IN = """#!/bin/sh
[ "$(cat planted)" != hangs ] || exec sleep 60
exit "$(cat planted)"
"""
"""As pytest ends, by what stands in the file with the error."""


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.group}: {mutant.breaks}")
def test_an_error_can_be_planted(mutant):
    assert mutant.planted(ROOT) != (ROOT / mutant.file).read_text()
    assert all(
        (ROOT / path.partition("::")[0]).exists() for path in mutant.tests.split() if not path.startswith("-")
    )


def test_there_are_enough_of_them():
    groups = Counter(mutant.group for mutant in MUTANTS)
    titles = [slug for slug in registry.SLUGS if slug != "demo"]
    assert min(groups[slug] for slug in titles) >= ENOUGH_OF_A_TITLE
    assert groups["site"] >= ENOUGH_OF_THE_SITE


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project of one file, in which errors are planted; its tests end with the status that stands there."""
    root = tmp_path / "project"
    root.mkdir()
    stand_in = root / "pytest"
    stand_in.write_text(STAND_IN)
    stand_in.chmod(0o755)
    monkeypatch.setattr(__main__, "ROOT", root)
    monkeypatch.setattr(__main__, "PYTEST", ["./pytest"])
    return root


def planted(project, monkeypatch, *errors, sound="0"):
    """Plant such errors in what is sound, or is not, and return whether all was well."""
    (project / "planted").write_text(sound)
    found = [Mutant("site", error, "planted", sound, error, "tests") for error in errors]
    monkeypatch.setattr(__main__, "mutants", lambda: found)
    return __main__.main([]) == 0


@pytest.mark.parametrize(
    ("error", "said", "is_noticed"),
    [
        ("1", "caught  ", True),
        ("0", "SURVIVED", False),
        # Interrupted, an internal error, a wrong option, no tests, and as a shell says that it was killed.
        *[(status, "BROKEN  ", False) for status in ("2", "3", "4", "5", "137")],
    ],
)
def test_an_error_is_caught_if_a_test_fails(project, monkeypatch, capsys, error, said, is_noticed):
    assert planted(project, monkeypatch, "1", error) is is_noticed
    assert f"{said}  site: {error}\n" in capsys.readouterr().out


def test_an_error_with_which_tests_hang_is_noticed_and_told_apart(project, monkeypatch, capsys):
    monkeypatch.setattr(__main__, "PATIENCE", 2)
    assert planted(project, monkeypatch, "hangs")
    assert "site: 0 caught, 1 hung, 0 survived, 0 broken" in capsys.readouterr().out


@pytest.mark.parametrize("status", ["1", "2", "5"])
def test_nothing_is_planted_where_tests_are_red_anyway(project, monkeypatch, capsys, status):
    assert not planted(project, monkeypatch, "1", sound=status)
    captured = capsys.readouterr()
    assert "caught" not in captured.out
    assert f"Nothing is planted, and tests ended with {status}" in captured.err
