"""Plots as plain numbers: where every bar, column and dot of an SVG picture stands.

A picture is 320 units wide, about the pixels of a small phone. Coordinates that need a fraction are
texts, because templates write numbers as the reader's language does, and SVG reads English only.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from math import ceil

WIDTH = 320
BAR_ROW = 36
HEIGHT = 170
TOP, BOTTOM = 22, 146
LEFT, RIGHT = 30, 310
MARGIN = 10
MOST_COLUMNS = 8
MOST_LINES = 4
TREND = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """One lying bar: so many of a total."""

    name: str
    count: int
    total: int
    y: int
    length: int


@dataclass(frozen=True, slots=True)
class Bars:
    """Lying bars, one below the other."""

    rows: tuple[Bar, ...]
    height: int
    width: int = WIDTH


@dataclass(frozen=True, slots=True)
class Column:
    """One standing column: how many values lie from the first to the last, both included."""

    first: int
    last: int
    count: int
    x: str
    y: str
    width: str
    height: str
    middle: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at an axis."""

    value: int
    at: str


@dataclass(frozen=True, slots=True)
class Columns:
    """How values are distributed, and where their mean lies."""

    rows: tuple[Column, ...]
    ticks: tuple[Tick, ...]
    mean: str
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def is_grouped(self) -> bool:
        """True if a column stands for several values."""
        return self.rows[0].first != self.rows[0].last


@dataclass(frozen=True, slots=True)
class Sample:
    """One value at a time; ``marked`` ones get a filled dot."""

    at: datetime
    value: int
    marked: bool


@dataclass(frozen=True, slots=True)
class Dot:
    """Where a sample stands."""

    sample: Sample
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Course:
    """Values one after the other: dots, the line between them, and the trend of the last five."""

    dots: tuple[Dot, ...]
    ticks: tuple[Tick, ...]
    line: str
    trend: str
    area: str
    width: int = WIDTH
    height: int = HEIGHT


def bars(rows: Sequence[tuple[str, int, int]]) -> Bars:
    """Return bars of names, counts and totals."""
    drawn = (
        Bar(name, count, total, y * BAR_ROW, round(WIDTH * count / total))
        for y, (name, count, total) in enumerate(rows)
    )
    return Bars(tuple(drawn), BAR_ROW * len(rows))


def columns(values: Sequence[int]) -> Columns:
    """Return how the values, at least one, are distributed over a few equal ranges."""
    step = _step(max(values) - min(values) + 1, MOST_COLUMNS)
    start = min(values) // step * step
    number = (max(values) - start) // step + 1
    counts = Counter((value - start) // step for value in values)
    each, unit = (WIDTH - 2 * MARGIN) / number, (BOTTOM - TOP) / max(counts.values())
    rows = tuple(
        Column(
            first=start + at * step,
            last=start + at * step + step - 1,
            count=counts[at],
            x=_text(MARGIN + at * each + 1.5),
            y=_text(BOTTOM - counts[at] * unit),
            width=_text(each - 3),
            height=_text(counts[at] * unit),
            middle=_text(MARGIN + (at + 0.5) * each),
        )
        for at in range(number)
    )
    # Single values stand below their columns, ranges begin and end between them.
    shift, edges = (0.5, number) if step == 1 else (0, number + 1)
    ticks = tuple(Tick(start + at * step, _text(MARGIN + (at + shift) * each)) for at in range(edges))
    mean = sum(values) / len(values) - start
    return Columns(rows, ticks, _text(MARGIN + (mean / step + shift) * each))


def course(samples: Sequence[Sample]) -> Course:
    """Return the samples, at least one, in their order from left to right."""
    values = [sample.value for sample in samples]
    ticks = _round_numbers(min(values), max(values))
    low, high = ticks[0], ticks[-1]

    def height(value: float) -> float:
        return BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP)

    xs = list(_spread(len(samples)))
    line = list(zip(xs, map(height, values), strict=True))
    trend = list(zip(xs, map(height, _trend(values)), strict=True))
    return Course(
        tuple(Dot(sample, _text(x), _text(y)) for sample, (x, y) in zip(samples, line, strict=True)),
        tuple(Tick(value, _text(height(value))) for value in ticks),
        _path(line),
        _path(trend),
        _path([*trend, (xs[-1], BOTTOM), (xs[0], BOTTOM)]),
    )


def _spread(number: int) -> Iterator[float]:
    if number == 1:
        return iter([(LEFT + RIGHT) / 2])
    inner = (RIGHT - LEFT - 16) / (number - 1)
    return (LEFT + 8 + at * inner for at in range(number))


def _trend(values: Sequence[int]) -> Iterator[float]:
    """Return for every value the mean of it and the four before it."""
    sums = [0, *accumulate(values)]
    for end in range(1, len(sums)):
        begin = max(0, end - TREND)
        yield (sums[end] - sums[begin]) / (end - begin)


def _round_numbers(low: int, high: int) -> list[int]:
    """Return a few round numbers that enclose both."""
    step = _step(max(high - low, 1), MOST_LINES)
    first, last = low // step, max(ceil(high / step), low // step + 1)
    return [step * at for at in range(first, last + 1)]


def _step(span: int, most: int) -> int:
    """Return the smallest round number that divides the span into no more than so many parts."""
    sizes: Iterator[int] = (digit * 10**power for power in range(20) for digit in (1, 2, 5))
    return next(size for size in sizes if size * most >= span)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{_text(x)},{_text(y)}" for x, y in points)


def _text(number: float) -> str:
    return f"{number:.1f}"
