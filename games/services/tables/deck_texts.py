"""Decks as text, out and in again: one card a line, its copies before its name or its id."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.translation import gettext, override

from games.rules.protocol import MalformedMove, RulesError
from games.rules.words import gettext_noop
from games.selectors.decks import rules_of
from games.services.tables.decks import DeckError

MOST_CHARACTERS = 8000
MOST_LINES = 200
MOST_COPIES = 99
SHOWN = 60
_TITLE = re.compile(r"\s*#++[ \t]*(\S[^\r\n]*)")
_LINE = re.compile(r"(?:(?P<copies>[0-9]{1,9})\s*[x×*]?\s+)?(?P<name>\S.*)")


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that is not understood, and why."""

    number: int
    text: str
    error: RulesError


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says: the cards it names, and the lines that name none."""

    cards: Mapping[str, int]
    bad: tuple[BadLine, ...]


def written(name: str, slug: str, cards: Mapping[str, int]) -> str:
    """Return a deck as text in the reader's language, its name as a remark."""
    lines = [f"{cards[card.id]} {gettext(card.name)}" for card in rules_of(slug).cards if card.id in cards]
    return "\n".join([f"# {name}", *lines, ""])


def title_of(text: str) -> str:
    """Return the name of a deck that its text begins with, or nothing."""
    match = _TITLE.match(text)
    return match[1] if match else ""


def read(slug: str, text: str) -> Reading:
    """Return the cards a text names, by id or in any of the site's languages; too long a one is not read."""
    if len(text) > MOST_CHARACTERS or text.count("\n") >= MOST_LINES:
        raise DeckError(
            gettext_noop("That's too long for a deck. The limit is %(lines)s lines."), lines=MOST_LINES
        )
    cards: dict[str, int] = {}
    bad: list[BadLine] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            card, copies = _line(slug, line.strip())
            cards[card] = cards.get(card, 0) + copies
        except MalformedMove as error:
            bad.append(BadLine(number, line.strip()[:SHOWN], error))
    return Reading(cards, tuple(bad))


def _line(slug: str, line: str) -> tuple[str, int]:
    match = _LINE.fullmatch(line)
    card = names_of(slug).get(_plain(match["name"])) if match else None
    if not match or card is None:
        raise MalformedMove(gettext_noop("There's no such card."))
    copies = int(match["copies"] or 1)
    if not 1 <= copies <= MOST_COPIES:
        raise MalformedMove(gettext_noop("That isn't a valid number of copies."))
    return card, copies


@cache
def names_of(slug: str) -> Mapping[str, str]:
    """Return every name of every card of a title, plainly written, with the card's id."""
    names: dict[str, str] = {}
    for code, _name in settings.LANGUAGES:
        with override(code):
            names |= {_plain(gettext(card.name)): card.id for card in rules_of(slug).cards}
    return names | {_plain(card.id): card.id for card in rules_of(slug).cards}


def _plain(name: str) -> str:
    """Return a name without what people type differently: case, width, kinds of apostrophes, spaces."""
    text = unicodedata.normalize("NFKC", name).casefold().replace("’", "'").replace("ʼ", "'")
    return " ".join(text.split())
