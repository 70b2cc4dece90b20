"""Composing a move part by part, on public facts and the engine's own checks (section 6 of ``RULES.md``)."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.rules.errors import Refusal
from games.rules.fields import known, last
from games.rules.machi_koro_2.cards import CARD_NUMBERS, CARDS, EFFECTS, IDS, IN_CITY_ORDER, Landmark
from games.rules.machi_koro_2.laws import law
from games.rules.machi_koro_2.moves import BUILDS, GIVES, SWAPS
from games.rules.machi_koro_2.play.checks import actor, check_build
from games.rules.machi_koro_2.play.prices import NEVER, discounts, lowering, prices_for
from games.rules.machi_koro_2.refusals import refusal
from games.rules.machi_koro_2.show.draft import Choice, Discount, MachiDraft, Offer
from games.rules.machi_koro_2.show.faces import FACES
from games.rules.machi_koro_2.state import State, right_of
from games.rules.protocol import Fields, IllegalMove


def compose(state: State, seat: int, fields: Fields) -> MachiDraft:
    """Return the draft the fields ask for: a ``card`` to look at, or ``own`` and ``theirs`` of the cities."""
    phase = state.turn.phase
    if phase == "over":
        return MachiDraft("nothing")
    offer = _offer(state, seat, last(known(fields.get("card", ()), CARD_NUMBERS)))
    if seat != actor(state) or phase == "dice":
        return MachiDraft("nothing", initial=phase == "initial", offer=offer)
    if phase == "roll":
        return MachiDraft("roll", offer=offer)
    if phase in ("initial", "build"):
        idle = sum(EFFECTS[card].coins for card in law(state.built).idle) if phase == "build" else 0
        return _building(MachiDraft("build", phase == "initial", True, idle, offer))
    if phase == "swap":
        return _swap(state, seat, MachiDraft("own", offer=offer, swaps=state.turn.swaps), fields)
    return _gift(state, seat, MachiDraft("give", offer=offer), fields)


def _offer(state: State, seat: int, card: int | None) -> Offer | None:
    """Look at a card, wherever it lies; building takes it from a row (MK-41)."""
    if card is None:
        return None
    row, price = CARDS[card], prices_for(state, seat)[card]
    own = state.cities[seat].landmarks
    lowered = discounts(card, lowering(state.built, own)) if isinstance(row, Landmark) else ()
    return Offer(
        face=FACES[card],
        price=None if price == NEVER else price,
        printed=row.costs[len(own)] if isinstance(row, Landmark) and len(own) < len(row.costs) else None,
        discounts=tuple(Discount(CARDS[other].name, EFFECTS[other].coins) for other in lowered),
        coins=state.coins[seat],
        refusal=_refused(lambda: check_build(state, seat, card)),
    )


def _building(draft: MachiDraft) -> MachiDraft:
    if draft.offer is None:
        return draft
    if why := draft.offer.refusal:
        return replace(draft, error=refusal(why.code, **dict(why.values)))
    return replace(draft, asks="confirm", notation=str(BUILDS[CARD_NUMBERS[draft.offer.face.card]]))


def _swap(state: State, seat: int, draft: MachiDraft, fields: Fields) -> MachiDraft:
    """Choose an own establishment and an opponent's, in either order (MK-30)."""
    own = _choices(state, seat, fields.get("own", ()))
    others = (
        _choices(state, other, fields.get("theirs", ())) for other in range(state.deal.seats) if other != seat
    )
    draft = replace(draft, own=own, theirs=tuple(choice for choices in others for choice in choices))
    mine, other = draft.chosen_own, draft.chosen_theirs
    if mine is None or other is None:
        return replace(draft, asks="theirs" if mine else "own")
    move = SWAPS[CARD_NUMBERS[mine.face.card]][other.seat][CARD_NUMBERS[other.face.card]]
    return replace(draft, asks="confirm", notation=str(move))


def _gift(state: State, seat: int, draft: MachiDraft, fields: Fields) -> MachiDraft:
    """Choose what to hand to the right neighbour (MK-50)."""
    own = _choices(state, seat, fields.get("own", ()))
    draft = replace(draft, own=own, receiver=right_of(seat, state.deal.seats))
    chosen = draft.chosen_own
    if chosen is None:
        return draft
    return replace(draft, asks="confirm", notation=str(GIVES[CARD_NUMBERS[chosen.face.card]]))


def _choices(state: State, seat: int, sent: Sequence[str]) -> tuple[Choice, ...]:
    """Return a city's establishments to choose from; the last value sent is chosen."""
    copies = state.cities[seat].copies
    return tuple(
        Choice(value, seat, FACES[kind], copies[kind], bool(sent) and sent[-1] == value)
        for kind in IN_CITY_ORDER
        if copies[kind]
        for value in (f"{seat}-{IDS[kind]}",)
    )


def _refused(check: Callable[[], None]) -> Refusal | None:
    try:
        check()
    except IllegalMove as error:
        return Refusal.of(error)
    return None
