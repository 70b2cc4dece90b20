"""Where CPU goes: time is added up by groups, and what belongs to none is its callers'."""

from games.bench import profile
from games.bench.profile import REST, by_group

RULE, QUERY, LEN, SORT = (
    ("/site/games/rules/demo.py", 1, "apply"),
    ("/lib/django/db/query.py", 1, "get"),
    ("~", 0, "<built-in method len>"),
    ("/lib/python/heapq.py", 9, "merge"),
)


def called(own, by):
    """Return what is noted of a function: its own time, and as much of it as each caller had."""
    return 1, 1, own, own, {caller: (1, 1, spent, spent) for caller, spent in by.items()}


def test_a_function_belongs_to_the_first_group_that_its_name_fits():
    drawn = ("/site/games/parts.py", 3, "part")
    changed = ("/site/games/parts.py", 9, "changes")
    found = by_group({drawn: called(2.0, {}), changed: called(3.0, {}), RULE: called(1.0, {})})
    assert found == {"drawing": 2.0, "difference of two trees": 3.0, "rules": 1.0}


def test_what_is_built_in_belongs_to_its_callers_as_much_as_each_had_of_it():
    found = by_group(
        {
            RULE: called(1.0, {}),
            QUERY: called(1.0, {}),
            LEN: called(4.0, {RULE: 3.0, QUERY: 1.0}),
        }
    )
    assert found == {"rules": 4.0, "database": 2.0}


def test_it_is_passed_on_from_caller_to_caller_and_ends_where_they_call_each_other():
    found = by_group(
        {
            QUERY: called(0.0, {}),
            SORT: called(2.0, {QUERY: 1.0, LEN: 1.0}),
            LEN: called(2.0, {SORT: 2.0}),
        }
    )
    assert found == {"database": 4.0}


def test_what_nobody_called_is_the_rest():
    assert by_group({SORT: called(2.0, {})}) == {REST: 2.0}


def test_a_folder_without_notes_tells_nothing(tmp_path):
    assert profile.read(tmp_path) == {}
