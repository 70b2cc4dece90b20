"""Sentences composed of phrases: English values now, the reader's language when they are shown.

The functions bear the names that the translators' tools look for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text with its values, phrases among them; ``many`` is its plural, chosen by ``n``."""

    text: str
    values: tuple[tuple[str, "str | int | Phrase"], ...] = ()
    many: str = ""
    n: int = 1
    context: str = ""


def gettext(text: str, **values: "str | int | Phrase") -> Phrase:
    """Return a phrase."""
    return Phrase(text, tuple(values.items()))


def pgettext(context: str, text: str, **values: "str | int | Phrase") -> Phrase:
    """Return a phrase that means something else elsewhere."""
    return Phrase(text, tuple(values.items()), context=context)


def ngettext(one: str, many: str, n: int, **values: "str | int | Phrase") -> Phrase:
    """Return a phrase that depends on a number, which it may show as ``n``."""
    return Phrase(one, (("n", n), *values.items()), many, n)


def npgettext(context: str, one: str, many: str, n: int, **values: "str | int | Phrase") -> Phrase:
    """Return a phrase that depends on a number and means something else elsewhere."""
    return Phrase(one, (("n", n), *values.items()), many, n, context)


def enumerated(phrases: Sequence[Phrase], last: Callable[[Phrase, Phrase], Phrase]) -> Phrase:
    """Return phrases as a list: commas between them, and before the last one what ``last`` says."""
    *firsts, final = phrases
    if not firsts:
        return final
    phrase = firsts[0]
    for each in firsts[1:]:
        phrase = gettext("%(first)s, %(second)s", first=phrase, second=each)
    return last(phrase, final)
