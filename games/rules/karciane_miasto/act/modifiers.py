"""The modifiers in force: constant texts of cards in play and those that last for a while (KM-87, KM-114)."""

from functools import cache
from typing import Any, Generic, TypeVar

from games.rules.karciane_miasto.act.filters import distance, matching, pieces_of
from games.rules.karciane_miasto.act.play import Position
from games.rules.karciane_miasto.cards import CARDS, SETTINGS
from games.rules.karciane_miasto.city import Cell, Lot
from games.rules.karciane_miasto.state import NOBODY
from games.rules.karciane_miasto.text.abilities import ConstantAbility
from games.rules.karciane_miasto.text.terms import (
    CostModifier,
    ForbidModifier,
    HandLimitModifier,
    Modifier,
    NoVoteModifier,
    SupportGainModifier,
    Whom,
)
from games.rules.records import record

M = TypeVar("M", bound=Modifier)


@cache
def _constants(kind: str) -> dict[str, tuple[Any, ...]]:
    """Return the cards with constant modifiers of a kind, and these."""
    constants = {
        card.id: tuple(
            one.modifier
            for one in card.abilities
            if isinstance(one, ConstantAbility) and one.modifier.kind == kind
        )
        for card in CARDS.values()
    }
    return {card: modifiers for card, modifiers in constants.items() if modifiers}


@record
class InForce(Generic[M]):
    """A modifier, who brought it (nobody, if it stands on the map), and the cell of its card."""

    modifier: M
    you: int
    card: str
    serial: int = 0
    cell: Cell | None = None


def in_force(position: Position, kind: type[M]) -> list[InForce[M]]:
    """Return the modifiers of a kind: of the map, of the zones, then those that last (KM-114)."""
    constants: dict[str, tuple[M, ...]] = _constants(kind.kind)
    holding = [
        InForce(modifier, NOBODY, lot.card, lot.serial, lot.cell)
        for lot in position.city.lots
        if lot.card in constants
        for modifier in constants[lot.card]
    ]
    holding += [
        InForce(modifier, seat, piece.card, piece.serial)
        for seat, piece in pieces_of(position, constants)
        for modifier in constants[piece.card]
    ]
    return holding + [
        InForce(lasting.modifier, lasting.you, lasting.name.partition("/")[0])
        for lasting in position.turn.lasting
        if isinstance(lasting.modifier, kind)
    ]


def concerns(position: Position, whom: Whom, you: int, seat: int) -> bool:
    """Tell whether a modifier is for a seat (KM-114)."""
    match whom:
        case "each":
            return True
        case "you":
            return seat == you
        case "opponents":
            return seat != you
        case "active":
            return seat == position.turn.active


def cost_change(position: Position, seat: int, card: str) -> int:
    """Return by how many goods a build costs this builder more, or less (KM-58)."""
    if CARDS[card].kind == "terrain":
        return 0
    return sum(
        [
            each.modifier.n
            for each in in_force(position, CostModifier)
            if card in matching(each.modifier.filter)
            and concerns(position, each.modifier.who, each.you, seat)
        ]
    )


def support_bonus(position: Position, seat: int, card: str) -> int:
    """Return by how much more support a build gives this builder (KM-65)."""
    return sum(
        [
            each.modifier.n
            for each in in_force(position, SupportGainModifier)
            if card in matching(each.modifier.filter)
            and concerns(position, each.modifier.who, each.you, seat)
        ]
    )


def hand_limit(position: Position, seat: int) -> int:
    """Return a seat's hand limit (KM-34)."""
    changes = [
        each.modifier.n
        for each in in_force(position, HandLimitModifier)
        if concerns(position, each.modifier.who, each.you, seat)
    ]
    return max(0, SETTINGS.hand_limit + sum(changes))


def needs_no_vote(position: Position, seat: int) -> bool:
    """Tell whether a seat may Rebuild without a vote (KM-54)."""
    return any(
        concerns(position, each.modifier.who, each.you, seat) for each in in_force(position, NoVoteModifier)
    )


def laws(position: Position, what: str, seat: int) -> list[InForce[ForbidModifier]]:
    """Return what forbids a seat to rebuild or to destroy (KM-114)."""
    return [
        each
        for each in in_force(position, ForbidModifier)
        if each.modifier.what == what and concerns(position, each.modifier.who, each.you, seat)
    ]


def is_protected(lot: Lot, by: list[InForce[ForbidModifier]]) -> bool:
    """Tell whether one of the laws protects a District (KM-114)."""
    return any(
        lot.card in matching(law.modifier.filter) and _in_reach(law.modifier, law.cell, lot) for law in by
    )


def _in_reach(law: ForbidModifier, centre: Cell | None, lot: Lot) -> bool:
    if law.within is None:
        return True
    return centre is not None and distance(centre, lot.cell) <= law.within.range
