"""Where bars, columns and dots stand."""

from datetime import UTC, datetime, timedelta

import pytest

from games import plots

DAY = datetime(2026, 3, 1, tzinfo=UTC)


def samples(*values):
    return [plots.Sample(DAY + timedelta(days=at), value, value > 5) for at, value in enumerate(values)]


def number(text):
    return float(text)


def test_a_bar_is_as_long_as_its_share():
    found = plots.bars([("2", 1, 4), ("3", 0, 2), ("4", 5, 5)])
    assert [row.length for row in found.rows] == [80, 0, 320]
    assert [row.y for row in found.rows] == [0, 36, 72]
    assert found.height == 108


def test_every_value_is_in_one_column():
    values = [3, 3, 7, 12, 55, 41, 41, 40]
    found = plots.columns(values)
    assert sum(row.count for row in found.rows) == len(values)
    for row in found.rows:
        assert row.count == sum(row.first <= value <= row.last for value in values)


def test_columns_follow_each_other_without_a_gap():
    found = plots.columns([-7, 30, 61])
    assert [after.first - before.last for before, after in zip(found.rows, found.rows[1:], strict=False)] == [
        1
    ] * (len(found.rows) - 1)
    assert len(found.rows) <= plots.MOST_COLUMNS + 1


def test_the_highest_column_fills_the_picture_and_the_others_are_in_proportion():
    found = plots.columns([1, 1, 1, 1, 2, 3, 3])
    assert [number(row.height) for row in found.rows] == [124.0, 31.0, 62.0]
    assert all(number(row.y) + number(row.height) == pytest.approx(plots.BOTTOM) for row in found.rows)


@pytest.mark.parametrize(
    ("values", "grouped"), [([0, 1, 2, 3], False), ([5], False), ([0, 30], True), ([-3, 99], True)]
)
def test_few_values_have_columns_of_their_own(values, grouped):
    assert plots.columns(values).is_grouped == grouped


def test_the_mean_stands_where_its_value_would():
    found = plots.columns([1, 3])
    assert found.mean == found.rows[1].middle


def test_dots_stand_in_order_and_higher_for_more_points():
    dots = plots.course(samples(10, 30, 20)).dots
    assert [number(dot.x) for dot in dots] == sorted(number(dot.x) for dot in dots)
    assert number(dots[1].y) < number(dots[2].y) < number(dots[0].y)
    assert all(plots.LEFT <= number(dot.x) <= plots.RIGHT for dot in dots)


def test_round_numbers_at_the_axis_enclose_all_values():
    for values in ([0], [3, 3, 3], [17, 94], [-12, 7], [0, 1], [1000, 1001]):
        found = plots.course(samples(*values))
        ticks = [tick.value for tick in found.ticks]
        assert ticks[0] <= min(values) <= max(values) <= ticks[-1]
        assert 2 <= len(ticks) <= plots.MOST_LINES + 2
        assert all(plots.TOP - 0.1 <= number(dot.y) <= plots.BOTTOM for dot in found.dots)


def test_the_trend_is_the_mean_of_the_last_five():
    found = plots.course(samples(0, 10, 0, 10, 0, 10))
    heights = [number(point.split(",")[1]) for point in found.trend.split()]
    middle = (plots.TOP + plots.BOTTOM) / 2
    assert heights[0] == plots.BOTTOM
    assert heights[1] == middle
    assert heights[5] == pytest.approx(plots.BOTTOM - (plots.BOTTOM - plots.TOP) * 0.6, abs=0.1)


def test_a_single_game_stands_in_the_middle():
    found = plots.course(samples(7))
    assert number(found.dots[0].x) == (plots.LEFT + plots.RIGHT) / 2
