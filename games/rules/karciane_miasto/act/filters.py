"""Which cards a filter means, and where they are in play (KM-108, KM-109)."""

from collections.abc import Container
from functools import lru_cache

from games.rules.karciane_miasto.act.play import Position
from games.rules.karciane_miasto.cards import CARDS, Card
from games.rules.karciane_miasto.city import Cell, Lot
from games.rules.karciane_miasto.state import Piece
from games.rules.karciane_miasto.tasks import Context
from games.rules.karciane_miasto.text.terms import Filter, Within

_ON_MAP = frozenset({"district", "terrain"})


@lru_cache(maxsize=1024)
def kinds(wanted: Filter) -> frozenset[str]:
    """Return the kinds of cards a filter names."""
    return frozenset((wanted.kind,) if isinstance(wanted.kind, str) else wanted.kind)


@lru_cache(maxsize=1024)
def matching(wanted: Filter) -> frozenset[str]:
    """Return the cards that match by what is printed on them."""
    return frozenset(card.id for card in CARDS.values() if _matches(wanted, card))


def _matches(wanted: Filter, card: Card) -> bool:
    words = {card.subtype, *card.subtypes}
    return (
        card.kind in kinds(wanted)
        and (not wanted.type or card.type in wanted.type)
        and (not wanted.subtype or bool(words & {*wanted.subtype}))
        and (not wanted.stage or card.stage in wanted.stage)
    )


def distance(one: Cell, other: Cell) -> int:
    """Return the steps over edges between two cells (KM-14)."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def lots(
    position: Position, context: Context, wanted: Filter, within: Within | None = None
) -> tuple[Lot, ...]:
    """Return the cards on the map that match; Build text leaves the chosen cell out (KM-55)."""
    if not kinds(wanted) & _ON_MAP:
        return ()
    ids = matching(wanted)
    fitting = [lot for lot in position.city.lots if lot.card in ids and lot.cell != context.cell]
    if wanted.other:
        fitting = [lot for lot in fitting if lot.serial != context.serial]
    if within is None or not fitting:
        return tuple(fitting)
    centres = _centres(position, context, within)
    return tuple(
        [lot for lot in fitting if any(distance(lot.cell, cell) <= within.range for cell in centres)]
    )


def _centres(position: Position, context: Context, within: Within) -> tuple[Cell, ...]:
    if within.of == "cell":
        return (context.cell,) if context.cell else ()
    if within.of == "self":
        return tuple([lot.cell for lot in position.city.lots if lot.serial == context.serial])
    return tuple([lot.cell for lot in lots(position, context, within.of)])


def pieces(position: Position, context: Context, wanted: Filter) -> tuple[tuple[int, Piece], ...]:
    """Return the cards in zones that match, with their seats, the active player's first (KM-93)."""
    if kinds(wanted) <= _ON_MAP:
        return ()
    ids = matching(wanted)
    return tuple(
        [
            (seat, piece)
            for seat, piece in pieces_of(position, ids)
            if not (wanted.state and piece.occupied)
            and not (wanted.other and piece.serial == context.serial)
            and (wanted.controller is None or (wanted.controller == "you") == (seat == context.you))
        ]
    )


def pieces_of(position: Position, ids: Container[str]) -> list[tuple[int, Piece]]:
    """Return these cards where they lie in zones, with their seats, the active player's first."""
    players, first = position.players, max(position.turn.active, 0)
    seats = (*range(first, len(players)), *range(first))
    return [(seat, piece) for seat in seats for piece in players[seat].zone if piece.card in ids]


def lot_of(position: Position, serial: int) -> Lot | None:
    """Return the card on the map with that serial."""
    return next((lot for lot in position.city.lots if lot.serial == serial), None)


def piece_of(position: Position, serial: int) -> tuple[int, Piece] | None:
    """Return the card in a zone with that serial, and the seat."""
    zones = enumerate([player.zone for player in position.players])
    return next(((seat, piece) for seat, zone in zones for piece in zone if piece.serial == serial), None)


def card_of(position: Position, serial: int) -> str | None:
    """Return the card in play with that serial, by id."""
    lot = lot_of(position, serial)
    if lot:
        return lot.card
    piece = piece_of(position, serial)
    return piece[1].card if piece else None
