"""Names at a table: told apart, and never longer than a seat can keep."""

import pytest

from games.models import Seat
from games.services.people.names import distinct_name


@pytest.mark.parametrize(
    ("name", "taken", "found"),
    [
        ("Anna", [], "Anna"),
        ("Anna", ["Bela"], "Anna"),
        ("Anna", ["Anna"], "Anna (2)"),
        ("anna", ["ANNA", "anna (2)"], "anna (3)"),
        ("Straße", ["STRASSE"], "Straße (2)"),
        ("Аnna", ["Anna"], "Аnna (2)"),
    ],
)
def test_nobody_at_a_table_is_called_like_somebody_else(name, taken, found):
    assert distinct_name(name, taken) == found


def test_a_name_of_which_one_letter_unfolds_to_many_is_numbered_too():
    """Cut to what a column keeps, all its numbers look the same: they would be tried for ever."""
    name = "ﷺ" * 12
    assert [distinct_name(name, [name]), distinct_name(name, [name, f"{name} (2)"])] == [
        f"{name} (2)",
        f"{name} (3)",
    ]


def test_a_long_name_keeps_its_number_and_fits_its_seat():
    name = "n" * 40
    found = distinct_name(name, [name])
    assert found.endswith(" (2)")
    assert len(found) == Seat._meta.get_field("name").max_length
