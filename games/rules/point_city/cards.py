"""The cards and tokens of Point City as frozen rows, read once from ``cards.json`` (PC-1 to PC-5)."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

_SOURCE = Path(__file__).with_name("cards.json").read_bytes()
_DATA: dict[str, Any] = json.loads(_SOURCE)

DIGEST = sha256(_SOURCE).hexdigest()
RESOURCES: tuple[str, ...] = tuple(_DATA["resources"])
BASIC = RESOURCES[:5]
INGENUITY = 5
SORTS = (*(f"{name}{count}" for name in BASIC for count in (1, 2)), RESOURCES[INGENUITY])
"""What a resource card can pay: a basic type with one or two symbols, or ingenuity (PC-38)."""
WILD = len(SORTS) - 1


@dataclass(frozen=True, slots=True)
class Building:
    """The building side of a card: its cost in the five basic types, and what it gives (PC-3)."""

    kind: str
    permanent: int | None
    points: int
    cost: tuple[int, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Card:
    """One two-sided card; a starting card has no building side (PC-1, PC-2, PC-4)."""

    id: str
    tier: int
    resource: int
    count: int
    sort: int
    building: Building | None


@dataclass(frozen=True, slots=True)
class Token:
    """One civic token: a scoring kind and its numbers (PC-5, PC-61)."""

    id: str
    promo: bool
    kind: str
    points: int
    min_count: int
    resources: tuple[int, ...]
    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Setup:
    """How many cards of each tier and how many tokens are in play (PC-8)."""

    tier_cards: tuple[int, ...]
    civic_tokens: int


@dataclass(frozen=True, slots=True)
class Level:
    """How the automa scores: its permanents by type count or one by one, tokens, ingenuity (PC-76)."""

    per_permanent: int
    per_type_count: tuple[int, ...]
    per_civic_token: int
    per_ingenuity_card: int


def _building(row: dict[str, Any]) -> Building:
    permanent = row["permanent"] and RESOURCES.index(row["permanent"])
    cost = tuple(row["cost"].get(name, 0) for name in BASIC)
    return Building(row["kind"], permanent, row["points"], cost, row["name"])


def _card(row: dict[str, Any]) -> Card:
    resource = RESOURCES.index(row["resource"]["type"])
    count = row["resource"]["count"]
    sort = WILD if resource == INGENUITY else 2 * resource + count - 1
    building = _building(row["building"]) if "building" in row else None
    return Card(row["id"], row.get("tier", 0), resource, count, sort, building)


def _token(row: dict[str, Any]) -> Token:
    params = row["params"]
    named = params.get("resources", [params["resource"]] if "resource" in params else [])
    resources = tuple(map(RESOURCES.index, named))
    promo = row["set"] == "promo"
    numbers = (params["points"], params.get("min_count", 0), resources)
    return Token(row["id"], promo, row["kind"], *numbers, row["label"], row["text"])


def _level(row: dict[str, Any]) -> Level:
    scale = tuple(row.get("per_type_count", ()))
    return Level(row.get("per_permanent", 0), scale, row["per_civic_token"], row["per_ingenuity_card"])


CARDS = tuple(map(_card, _DATA["cards"] + _DATA["starting_cards"]))
"""All cards by number; the four starting cards come last, the first player's before the others."""
BUILDINGS = tuple(card.building for card in CARDS if card.building)
TOKENS = tuple(map(_token, _DATA["civic_tokens"]))
FIRST_STARTER = len(BUILDINGS)
TOKEN_NUMBERS = {token.id: number for number, token in enumerate(TOKENS)}
SETUPS = {int(n): Setup(tuple(row["tier_cards"]), row["civic_tokens"]) for n, row in _DATA["setup"].items()}
LEVELS = {name: _level(row) for name, row in _DATA["automa"].items()}
