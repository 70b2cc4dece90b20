"""A turn being composed, as the page shows it: what is chosen, what is open, what it would do."""

from dataclasses import dataclass

from games.rules.errors import Refusal
from games.rules.point_city.show.faces import Amount, HeldToken, ResourceFace, SortCount, TokenFace
from games.rules.protocol import IllegalMove
from games.rules.records import hash_once


@dataclass(frozen=True, slots=True)
class PairRefusal(Refusal):
    """Why two slots cannot be taken together.

    If paying is the trouble, ``missing`` are the symbols that basic cards leave open, too many for
    the ``ingenuity`` cards that could stand in for some of them.
    """

    missing: tuple[Amount, ...] = ()
    ingenuity: int = 0


@dataclass(frozen=True, slots=True)
class SlotChoice:
    """A market slot while composing: chosen, or whether choosing it now can lead to a legal move.

    ``far`` slots are none of the chosen card's neighbours.
    """

    slot: int
    selected: bool
    allowed: bool
    far: bool = False


@dataclass(frozen=True, slots=True)
class PaymentChoice:
    """One legal payment: the value to post, its cards by sort, the symbols it wastes (PC-39, PC-41)."""

    value: str
    sorts: tuple[SortCount, ...]
    cards: tuple[ResourceFace, ...]
    wasted: int
    ingenuity: int
    suggested: bool
    selected: bool


@hash_once
@dataclass(frozen=True, slots=True)
class PairDraft:
    """The chosen pair: its cost, what permanents cover, what must be paid and how (PC-34 to PC-45)."""

    slots: tuple[int, int]
    cost: tuple[Amount, ...]
    permanents_used: tuple[Amount, ...]
    need: tuple[Amount, ...]
    payments: tuple[PaymentChoice, ...]
    payment: PaymentChoice


@dataclass(frozen=True, slots=True)
class TokenChoice:
    """A face-up token while composing, and what it would be worth in the city after this move."""

    held: HeldToken
    selected: bool

    @property
    def face(self) -> TokenFace:
        """The token itself."""
        return self.held.face


@dataclass(frozen=True, slots=True)
class Preview:
    """What the composed move would change, from public facts alone."""

    permanents: tuple[Amount, ...]
    gained: tuple[Amount, ...]
    score_before: int
    score_after: int
    cards_before: int
    cards_after: int


@hash_once
@dataclass(frozen=True, slots=True)
class PointCityDraft:
    """The draft of one seat's turn.

    ``asks`` is what comes next: nothing, cards, second, payment, tokens or confirm. Payment is asked
    only after a refused one: without a choice the suggested payment stands. Post the ``slots``
    selected, or the tokens selected, plus one more to add, swap or drop it; or ask ``why`` with a
    slot. Out of turn the choices say what the seat could pay for now.
    """

    asks: str
    choices: tuple[SlotChoice, ...]
    slots: tuple[int, ...] = ()
    flip: int | None = None
    deck: bool = False
    deck_refusal: Refusal | None = None
    why: Refusal | None = None
    pair: PairDraft | None = None
    tokens_wanted: int = 0
    tokens: tuple[TokenChoice, ...] = ()
    preview: Preview | None = None
    notation: str | None = None
    error: IllegalMove | None = None

    @property
    def offers_deck(self) -> bool:
        """True if the seat could take the two top cards of the deck (PC-31)."""
        return self.deck_refusal is None
