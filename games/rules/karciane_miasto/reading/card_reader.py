"""Reads one card of the card set strictly (section 14.1)."""

from collections.abc import Mapping
from typing import Any

from games.rules.karciane_miasto.reading.card_laws import check_card
from games.rules.karciane_miasto.reading.card_rows import GOODS, INDICES, KEYS, Card
from games.rules.karciane_miasto.reading.loader import CardError, name_of, read
from games.rules.karciane_miasto.text.terms import EventSubtype, Good, Index, Kind, Natural


def read_card(row: Mapping[str, Any], place: str = "a card") -> Card:
    """Return a row as a card; ``CardError`` tells the card's id, or its place, and what is wrong."""
    where = name_of(row, place)
    kind: Kind = read(Kind, row.get("kind"), f"{where}.kind")
    subtype: EventSubtype | None = read(EventSubtype | None, row.get("subtype"), f"{where}.subtype")
    keys = KEYS.get((kind, subtype))
    if keys is None:
        raise CardError(f"{where}: unknown kind {kind!r} {subtype or ''}")
    if wrong := keys ^ set(row):
        raise CardError(f"{where}: key {min(wrong)!r} is unknown or missing")
    lists = {key: _numbers(row[key], key, where) for key in _NUMBERS if key in row}
    card: Card = read(Card, {**row, **lists}, where)
    check_card(card)
    return card


_NUMBERS: Mapping[str, tuple[Any, tuple[str, ...]]] = {
    "cost": (dict[Good, Natural], GOODS),
    "indices": (dict[Index, int], INDICES),
}
"""The keys whose numbers are named in the data and have an order on a card."""


def _numbers(row: Any, key: str, where: str) -> list[int]:
    hint, order = _NUMBERS[key]
    numbers: dict[str, int] = read(hint, row, f"{where}.{key}")
    if key == "cost" and len(numbers) < len(order):
        raise CardError(f"{where}.{key}: a good is missing")
    return [numbers.get(each, 0) for each in order]
