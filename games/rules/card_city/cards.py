"""The card types and numbers of Card City as frozen rows, read once from ``cards.json`` (CC-1 to CC-13)."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

_SOURCE = Path(__file__).with_name("cards.json").read_bytes()
_DATA: dict[str, Any] = json.loads(_SOURCE)

DIGEST = sha256(_SOURCE).hexdigest()
CODES = "".join(row["code"] for row in _DATA["types"])
"""The letter of each type; a type's number is its place here."""


@dataclass(frozen=True, slots=True)
class Growth:
    """What a district counts among its neighbours to be ready: cards or districts of these types."""

    kind: str
    of: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardType:
    """One type of card; all cards of a type are alike (CC-1), but for how many pictures they show."""

    code: str
    id: str
    name: str
    looks: int
    group: str
    box: int
    share: int
    cost: int
    counts: bool
    raises_limit: int
    price: int
    not_in_round: int
    never_beside: tuple[int, ...]
    not_built_beside: tuple[int, ...]
    growth: Growth | None
    earns: bool
    scores: bool
    start: bool


@dataclass(frozen=True, slots=True)
class Rating:
    """What a solo score is called, from so many points on (CC-75)."""

    id: str
    name: str
    least: int | None


def _numbers(codes: list[str]) -> tuple[int, ...]:
    return tuple(map(CODES.index, codes))


def _card_type(row: dict[str, Any]) -> CardType:
    growth = row.get("growth")
    plain = ("code", "id", "name", "looks", "group", "box", "share", "cost", "counts")
    extras: dict[str, Any] = {name: row.get(name, 0) for name in ("raises_limit", "price", "not_in_round")}
    flags = {name: row.get(name, False) for name in ("earns", "scores", "start")}
    return CardType(
        **{name: row[name] for name in plain},
        **extras,
        **flags,
        never_beside=_numbers(row["never_beside"]),
        not_built_beside=_numbers(row["not_built_beside"]),
        growth=Growth(growth["kind"], _numbers(growth["of"])) if growth else None,
    )


TYPES = tuple(map(_card_type, _DATA["types"]))
DECK_TYPES = tuple(card for card, row in enumerate(TYPES) if row.share)
"""The types that lie in the deck, in the order of hands and defaults (CC-12, CC-85)."""
(START,) = (card for card, row in enumerate(TYPES) if row.start)
(SOLD,) = (card for card, row in enumerate(TYPES) if row.price)
"""The type the supply sells at the end of a round (CC-59)."""
GROWING = tuple(card for card, row in enumerate(TYPES) if row.growth)
EARNING = tuple(card for card, row in enumerate(TYPES) if row.earns)
SCORING = tuple(card for card, row in enumerate(TYPES) if row.scores)
UNCOUNTED = tuple(card for card, row in enumerate(TYPES) if not row.counts)
PLAYERS: tuple[int, ...] = tuple(_DATA["players"])
ROUNDS: int = _DATA["rounds"]
CARDS_EACH: int = _DATA["cards_each"]
PAIR: int = _DATA["pair"]
SIZE: int = _DATA["size"]
AREA = SIZE * SIZE
LIMIT: int = _DATA["limit"]
START_COINS: int = _DATA["start_coins"]
SUBSIDY: int = _DATA["subsidy"]
COINS_PER_POINT: int = _DATA["coins_per_point"]
SOLO_DRAW: int = _DATA["solo"]["draw"]
RATINGS = tuple(Rating(row["id"], row["name"], row["from"]) for row in _DATA["solo"]["ratings"])


def triangular(n: int) -> int:
    """Return 1 + 2 + … + n (CC-9)."""
    return n * (n + 1) // 2


def price(owned: int) -> int:
    """Return what the next card for sale costs a city that has so many (CC-60)."""
    return TYPES[SOLD].price * (owned + 1)
