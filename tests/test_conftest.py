"""What a run leaves out, and what it never may."""

from types import SimpleNamespace

import pytest

from tests import conftest

CASES = 6


class Item:
    """As much of a collected test as is looked at."""

    fixturenames = ()

    def __init__(self, case):
        self.nodeid = f"tests/browser/test_x.py::test_x[{case}]"

    def get_closest_marker(self, name):
        return pytest.mark.browser.mark if name == "browser" else None


def collected(*, of=range(CASES), last_failed=False, arguments=("tests",)):
    """Return the cases that are left of those collected, and the cases named as left out."""
    items, left_out = [Item(case) for case in of], []

    def pytest_deselected(items):
        left_out.extend(item.nodeid for item in items)

    config = SimpleNamespace(
        option=SimpleNamespace(lf=last_failed),
        args=arguments,
        hook=SimpleNamespace(pytest_deselected=pytest_deselected),
    )
    conftest.pytest_collection_modifyitems(config, items)
    return [item.nodeid for item in items], left_out


@pytest.fixture(autouse=True)
def by_day(monkeypatch):
    monkeypatch.setattr(conftest, "THOROUGH", False)


def test_one_of_three_browser_tests_has_its_turn():
    kept, left_out = collected()
    assert (len(kept), len(left_out)) == (CASES / 3, CASES * 2 / 3)
    assert sorted(kept + left_out) == [Item(case).nodeid for case in range(CASES)]


@pytest.mark.parametrize("case", range(CASES))
def test_a_test_that_was_red_is_tried_once_more_whichever_of_its_cases_it_is(case):
    # The others are gone before this one is counted, so that its turn would be another.
    assert collected(of=[case], last_failed=True) == ([Item(case).nodeid], [])


@pytest.mark.parametrize("case", range(CASES))
def test_a_test_asked_for_by_name_is_run(case):
    assert collected(of=[case], arguments=[Item(case).nodeid]) == ([Item(case).nodeid], [])
