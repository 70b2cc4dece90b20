"""What happened at the table, in public facts only (PC-16 to PC-18).

Names and labels are kept beside ids, so that an old log reads the same when cards change.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flipped:
    """A seat turned a market card over; its building is public now (PC-20)."""

    seat: int
    slot: int
    card: str
    name: str
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A seat took a resource card from the market (PC-29)."""

    seat: int
    slot: int
    resource: str
    count: int
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class Built:
    """A seat built the building of a slot (PC-27, PC-44)."""

    seat: int
    slot: int
    card: str
    name: str
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class Paid:
    """A seat spent resource cards of these sorts (PC-43)."""

    seat: int
    sorts: tuple[str, ...]
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class TokenTaken:
    """A seat took a civic token (PC-46)."""

    seat: int
    token: str
    label: str
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class DeckTaken:
    """A seat took the top two cards of the deck; their sorts, in order (PC-30)."""

    seat: int
    sorts: tuple[str, ...]
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class Refilled:
    """A new card lies in a slot: a building by its id, or a resource by type and count (PC-53)."""

    slot: int
    card: str | None
    name: str | None
    resource: str | None
    count: int
    only_for: int | None = None
    minor: bool = True


@dataclass(frozen=True, slots=True)
class AutomaTook:
    """The automa took a card, with the token its building brought if any (PC-68 to PC-70)."""

    slot: int
    card: str | None
    name: str | None
    resource: str | None
    count: int
    token: str | None = None
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat could take nothing on the last turn (PC-32)."""

    seat: int
    only_for: int | None = None


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over, with the points in seat order and the automa's in solo (PC-55, PC-60)."""

    scores: tuple[int, ...]
    automa: int | None = None
    only_for: int | None = None
