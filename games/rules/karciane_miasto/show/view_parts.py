"""What everybody sees of cards, piles, zones and indices, as records (KM-6)."""

from games.rules.errors import Refusal
from games.rules.karciane_miasto.text.terms import data
from games.rules.records import hash_once


@data
class ActionView:
    """An action the viewer may or may not use now; ``ability`` is its place on the card (KM-89 to KM-91)."""

    notation: str
    ref: str
    card: str
    ability: int
    why: Refusal | None = None

    @property
    def allowed(self) -> bool:
        """Whether it may be used now."""
        return self.why is None


@data
class LotView:
    """A card on the map. ``good`` is the kind it holds or nothing; ``blocked`` goods cannot pay (KM-59)."""

    x: int
    y: int
    ref: str
    serial: int
    card: str
    kind: str
    type: str | None
    stage: int
    good: str | None
    goods: int
    blocked: bool
    actions: tuple[ActionView, ...] = ()


@data
class PileView:
    """A pile. ``top`` is the face-up card, or the known top of the face-down pile (KM-26).

    ``hidden`` while the next card is not turned up yet (KM-50); ``barred`` in this Build phase (KM-22);
    ``impossible`` if the face-up card has no legal place now (KM-21).
    """

    pile: str
    count: int
    top: str | None = None
    hidden: bool = False
    barred: bool = False
    impossible: bool = False
    unpaid: bool = False
    """True if the active player could not pay for it now (KM-50)."""


@hash_once
@data
class PieceView:
    """A card in a zone: an Official, a Plan with its counters, a Long Event with its time."""

    serial: int
    ref: str
    card: str
    kind: str
    occupied: bool = False
    counters: int = 0
    needed: int = 0
    vp: int = 0
    time: int = 0
    actions: tuple[ActionView, ...] = ()


@hash_once
@data
class SeatView:
    """What everybody sees of a player. The discard pile is top first."""

    seat: int
    vp: int
    support: tuple[int, int, int]
    hand_count: int
    hand_limit: int
    deck_count: int
    discard: tuple[str, ...]
    zone: tuple[PieceView, ...]
    fulfilled: int
    gone: bool
    deck_chosen: bool

    @property
    def excess(self) -> int:
        """How many cards the hand holds above its limit (KM-33)."""
        return self.hand_count - self.hand_limit


@data
class Source:
    """A card that changes an index, and by how much; on the map it has a cell (KM-18)."""

    card: str
    ref: str
    n: int


@data
class IndexView:
    """A city index: its level, the raw sum and what makes it (KM-18)."""

    index: str
    level: int
    raw: int
    sources: tuple[Source, ...]
