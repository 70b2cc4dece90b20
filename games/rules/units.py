"""What a title counts to say how well somebody did."""

from collections.abc import Callable
from dataclasses import dataclass

from games.rules.phrases import Phrase, ngettext
from games.rules.words import gettext_noop


@dataclass(frozen=True, slots=True)
class Unit:
    """A thing that is counted: its name in English as a heading, and so many of it as a phrase."""

    name: str
    count: Callable[[int], Phrase]


def _points(n: int) -> Phrase:
    return ngettext("%(points)s point", "%(points)s points", n, points=n)


POINTS = Unit(gettext_noop("Points"), _points)
