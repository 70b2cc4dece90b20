"""The words of Karciane Miasto for its templates, by the ids of its data."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django import template

from games.rules.karciane_miasto.cards import CARDS, EFFECTS, GOODS, GROUPS, Card
from games.rules.karciane_miasto.decks import read_deck
from games.rules.karciane_miasto.show.view import OptionView, PlaceView
from games.rules.karciane_miasto.show.view_parts import SeatView
from games.rules.karciane_miasto.text.names import (
    CARD_NAMES,
    DECK_NAMES,
    DECK_TEXTS,
    GOODS_NAMES,
    GROUP_NAMES,
    INDEX_NAMES,
    MODE_NAMES,
    PHASE_NAMES,
    SPOT_NAMES,
    TYPE_NAMES,
    WINDOW_NAMES,
)
from games.rules.karciane_miasto.wording import lines
from games.rules.phrases import Phrase
from games.rules.words import gettext_noop
from games.templatetags.looks import minus, phrase, signed

register = template.Library()
_WORDS: Mapping[str, str | Phrase] = {
    **GROUP_NAMES,
    **GOODS_NAMES,
    **TYPE_NAMES,
    **INDEX_NAMES,
    **MODE_NAMES,
    "base": gettext_noop("Face-down pile"),
}


class Row(NamedTuple):
    """Copies of a card in a deck."""

    card: str
    copies: int


@register.filter
def card(card_id: str) -> Card:
    """Return a card's data."""
    return CARDS[card_id]


@register.filter
def card_name(card_id: str | None) -> str:
    """Return a card's name, and nothing for no card."""
    return phrase(CARD_NAMES[card_id]) if card_id else ""


@register.filter
def word(name: str) -> str:
    """Return what a group, a good, a type of District, a pile, an index or a way to build is called."""
    return phrase(_WORDS[name])


@register.filter
def spot_name(mode: str) -> str:
    """Return what pressing a cell or a card in play does."""
    return phrase(SPOT_NAMES[mode])


@register.filter
def phase_name(phase: str) -> str:
    """Return what a phase of a turn is called (KM-28); nothing before the first turn and after the last."""
    return phrase(PHASE_NAMES[phase]) if phase in PHASE_NAMES else ""


@register.filter
def window_name(window: str) -> str:
    """Return when a window for responses is open (KM-77)."""
    return phrase(WINDOW_NAMES[window])


@register.filter
def place(ref: str) -> str:
    """Return the cell a move calls "-1,0" as people write it, with a real minus and a space."""
    return minus(ref).replace(",", ", ")


@register.filter
def amount(n: int) -> int:
    """Return how many there are more or less."""
    return abs(n)


@register.filter
def by_group(numbers: Iterable[Any]) -> list[tuple[str, Any]]:
    """Return what there is for each social group, together with the group."""
    return list(zip(GROUPS, numbers, strict=False))


@register.filter
def by_good(numbers: Iterable[int]) -> list[tuple[str, int]]:
    """Return a number of each good, together with the good."""
    return list(zip(GOODS, numbers, strict=False))


@register.filter
def by_mode(places: Sequence[PlaceView]) -> list[tuple[str, list[PlaceView]]]:
    """Return placements by the way to build."""
    mode = attrgetter("mode")
    return [(name, list(grouped)) for name, grouped in groupby(sorted(places, key=mode), mode)]


@register.filter
def of_kind(options: Iterable[OptionView], kind: str) -> tuple[OptionView, ...]:
    """Return the options whose moves are of a kind."""
    return tuple(option for option in options if option.kind == kind)


@register.filter
def cell(ref: str | None) -> str:
    """Return the cell that a card on the map is named by, as people write it; nothing for other cards."""
    return f"({place(ref)})" if ref and "," in ref else ""


@register.filter
def as_id(notation: str) -> str:
    """Return a move as an element's id: ``use-0--1-0``."""
    return notation.translate(str.maketrans(" ,#", "---"))


@register.filter
def spent(words: Iterable[str]) -> list[tuple[str, str]]:
    """Return support to be spent, ``citizens*2``, as groups with a change for people."""
    parts = (each.partition("*") for each in words)
    return [(group, signed(-int(points))) for group, _, points in parts]


@register.filter
def ability_text(card_id: str, at: int) -> str:
    """Say what one ability of a card does."""
    return phrase(lines.ability_line(card_id, at).text)


@register.filter
def play_text(card_id: str) -> str:
    """Say what happens when a card is played."""
    abilities = CARDS[card_id].abilities
    said = [
        lines.ability_line(card_id, at).text for at, ability in enumerate(abilities) if ability.kind == "play"
    ]
    return " ".join(map(phrase, said))


@register.filter
def require_text(card_id: str) -> str:
    """Say what a card needs to be played, with its keyword."""
    required = [line for line in lines.lines(card_id) if line.kind == "require"]
    return " ".join(phrase(said) for line in required for said in (line.keyword, line.text) if said)


@register.filter
def effect_text(name: str) -> str:
    """Say what an effect does, by its name in ``EFFECTS``; a cost is no effect."""
    return phrase(lines.effect_text(name)) if name in EFFECTS else ""


@register.filter
def option_text(name: str, at: str) -> str:
    """Say what one option of an effect does."""
    return phrase(lines.option_texts(name)[int(at)])


@register.filter
def deck_name(deck: str) -> str:
    """Return what a starter deck is called."""
    return phrase(DECK_NAMES[deck])


@register.filter
def deck_text(deck: str) -> str:
    """Say what a starter deck is good at."""
    return phrase(DECK_TEXTS[deck])


@register.filter
def deck_rows(notation: str) -> list[Row]:
    """Return what is in the deck that a move chooses, by kinds of cards."""
    copies = Counter(read_deck(notation.removeprefix("deck ")))
    return [Row(*pair) for pair in sorted(copies.items(), key=lambda row: (CARDS[row[0]].kind, row[0]))]


@register.filter
def still_choosing(players: Iterable[SeatView], names: Sequence[str]) -> list[str]:
    """Return who has no deck yet and may still choose one."""
    return [names[player.seat] for player in players if not player.deck_chosen and not player.gone]
