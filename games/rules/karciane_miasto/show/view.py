"""What a seat or an observer may know of a position, as records (KM-6)."""

from games.rules.errors import Refusal
from games.rules.karciane_miasto.cards import SETTINGS
from games.rules.karciane_miasto.settings import Wishes
from games.rules.karciane_miasto.show.grid import Row, rows_of
from games.rules.karciane_miasto.show.view_parts import IndexView, LotView, PileView, SeatView
from games.rules.karciane_miasto.state import Phase
from games.rules.karciane_miasto.text.terms import data
from games.rules.records import hash_once


@data
class HandCard:
    """A card of the own hand, by its place there: the move that plays it now, or why there is none.

    ``copy`` tells equal cards apart, whatever becomes of the others.
    """

    place: int
    card: str
    copy: int
    notation: str | None
    why: Refusal | None
    muted: bool


@data
class Preview:
    """What a placement would give: goods on the card, support by group, counters of own Plans.

    ``choose`` support goes to one group of the builder's choice (KM-45); counters are serial, card, number.
    """

    goods: int
    support: tuple[int, int, int]
    choose: int
    counters: tuple[tuple[int, str, int], ...]
    covers: str | None
    needs_vote: bool
    support_sums: tuple[tuple[int, int, int], ...] = ()
    """Every seat's support, if a vote would be held."""


@data
class PlaceView:
    """A legal placement (KM-51 to KM-54)."""

    notation: str
    mode: str
    x: int
    y: int
    preview: Preview


@data
class StockView:
    """A District whose goods may pay."""

    x: int
    y: int
    card: str
    good: str
    goods: int


@data
class PaymentView:
    """What is to be paid: ``cost`` by good, its ``change`` by modifiers, ``due`` goods in all (KM-58).

    ``full`` is false if the whole cost cannot be paid: then any part may be declared (KM-60).
    """

    cost: tuple[int, int, int]
    change: int
    due: int
    full: bool
    stock: tuple[StockView, ...]
    suggestion: str


@data
class VoteResult:
    """How a vote would stand after a response, with the opponent and the group chosen for it, if any."""

    seat: int | None = None
    group: str | None = None
    won: bool = False
    unanimous: bool = False
    cancelled: bool = False


@hash_once
@data
class OptionView:
    """An option of a decision: its notation, and what it names."""

    notation: str
    kind: str
    card: str | None = None
    """The card that is named, or that lies where the option points."""
    ref: str | None = None
    ability: int | None = None
    seat: int | None = None
    words: tuple[str, ...] = ()
    """What follows the kind: groups, piles, sides, the number of an option."""
    unpaid: bool = False
    """True if the card of this pile could not be paid now (KM-50)."""
    results: tuple[VoteResult, ...] = ()
    """What a response would make of the vote (section 16)."""


@data
class Decision:
    """What a seat is asked now. Who asks sees the options; others see kind, seat and limit only.

    ``kind``: deck, main, source, place, pay, group, spend, action_b, vote, respond, target, opponent, option,
    pile, find, recover, discard, hand, occupy, next. ``limit`` names the clock (KM-84). ``about`` is
    the card whose text asks, ``effect`` the name of that effect in ``EFFECTS``.
    """

    kind: str
    seat: int
    limit: str
    about: str | None = None
    effect: str | None = None
    options: tuple[OptionView, ...] = ()
    places: tuple[PlaceView, ...] = ()
    payment: PaymentView | None = None


@data
class BuildView:
    """The build under way, as everybody sees it."""

    pile: str
    card: str
    mode: str | None
    x: int | None
    y: int | None
    cost: tuple[int, int, int]
    change: int
    due: int
    payment: tuple[tuple[int, int, int], ...]
    """Cells and goods of the intended payment."""
    thanks: int | None
    """The support it brings, once it stands (KM-45)."""


@data
class WindowView:
    """A response window: which, whose deed opened it, and the card concerned (KM-77, KM-79)."""

    on: str
    actor: int
    card: str | None
    asked: int | None


@data
class VoteView:
    """A vote: declarations by seat, and per group the votes FOR and AGAINST and who has it now (KM-71)."""

    applicant: int
    card: str
    x: int
    y: int
    order: tuple[int, ...]
    """Who declares, one after the other (KM-69)."""
    declared: tuple[bool | None, ...]
    sums: tuple[tuple[int, int], ...]
    undeclared: tuple[int, ...]
    """Per group the support of those who have not declared yet; nothing once all have."""
    council: tuple[bool, ...]
    won: bool
    unanimous: bool
    added: tuple[tuple[bool, str, int], ...]
    muted: tuple[tuple[int, str], ...]
    tie: bool | None

    @property
    def is_open(self) -> bool:
        """Whether somebody has not declared yet: then nothing stands."""
        return any(self.declared[seat] is None for seat in self.order)


@data
class Result:
    """How a seat ended: VP, support in all, fulfilled Plans, place (KM-101)."""

    seat: int
    vp: int
    support: int
    fulfilled: int
    place: int


@hash_once
@data
class View:
    """The table as one viewer may see it."""

    viewer: int | None
    phase: str
    turn: int
    round: int
    active: int | None
    first: int | None
    built: bool
    city: tuple[LotView, ...]
    bounds: tuple[int, int, int, int]
    """Least and greatest x, least and greatest y of the cells in use."""
    free: tuple[tuple[int, int], ...]
    """The cells where a card could be created, whatever its Build text says (KM-52)."""
    piles: tuple[PileView, ...]
    players: tuple[SeatView, ...]
    indices: tuple[IndexView, ...]
    decision: Decision | None
    build: BuildView | None
    window: WindowView | None
    vote: VoteView | None
    playing: str | None
    lasting: tuple[tuple[str, int, str], ...]
    """Modifiers in force for a while: the effect by name, who brought it, until build or turn."""
    results: tuple[Result, ...]
    hand: tuple[HandCard, ...] = ()
    wishes: Wishes | None = None
    deck_name: str = ""
    settings: tuple[str, ...] = ()
    """Notations of the settings the viewer may change now (KM-83)."""

    @property
    def seats(self) -> int:
        """How many play, or played."""
        return len(self.players)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == Phase.OVER.value

    @property
    def rounds(self) -> int:
        """After how many rounds the game ends (KM-102)."""
        return SETTINGS.max_rounds

    @property
    def goal(self) -> int:
        """How many VP win."""
        return SETTINGS.vp_to_win

    @property
    def rows(self) -> tuple[Row, ...]:
        """The map as rows of cells, with a free cell on every side."""
        return rows_of(self.city, self.bounds, self.build)

    @property
    def is_building(self) -> bool:
        """Whether a Build phase is under way."""
        return self.build is not None
