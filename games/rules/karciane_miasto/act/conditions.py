"""Values, conditions and the levels of the city (KM-18, KM-110, KM-111)."""

from collections.abc import Callable
from operator import eq, ge, le

from games.rules.karciane_miasto.act.filters import lots, pieces
from games.rules.karciane_miasto.act.modifiers import in_force
from games.rules.karciane_miasto.act.play import Position
from games.rules.karciane_miasto.cards import CARDS, INDICES
from games.rules.karciane_miasto.city import Cell
from games.rules.karciane_miasto.tasks import Context
from games.rules.karciane_miasto.text.terms import (
    Condition,
    CountCondition,
    Filter,
    IndexModifier,
    LevelCondition,
    Op,
    SupportCondition,
    Value,
    Within,
)

_OPS: dict[Op, Callable[[int, int], bool]] = {"==": eq, ">=": ge, "<=": le}


def count(position: Position, context: Context, wanted: Filter, within: Within | None) -> int:
    """Return how many cards in play match, and are in range (KM-110)."""
    on_map = len(lots(position, context, wanted, within))
    return on_map + (0 if within else len(pieces(position, context, wanted)))


def value(position: Position, context: Context, n: Value) -> int:
    """Return a number, or what is counted instead (KM-110)."""
    if isinstance(n, int):
        return n
    counted = count(position, context, n.count, n.within)
    return counted if n.max is None else min(counted, n.max)


def raw_level(position: Position, index: int, without: Cell | None = None) -> int:
    """Return the sum of an index, which may be negative; a cell may be left out (KM-18, KM-55)."""
    total = sum([CARDS[lot.card].indices[index] for lot in position.city.lots if lot.cell != without])
    for each in in_force(position, IndexModifier):
        modifier = each.modifier
        if modifier.index == INDICES[index] and (without is None or each.cell != without):
            total += modifier.n
    return total


def level(position: Position, index: int, without: Cell | None = None) -> int:
    """Return the level of an index (KM-18)."""
    return max(0, raw_level(position, index, without))


def holds(position: Position, context: Context, conditions: tuple[Condition, ...]) -> bool:
    """Tell whether all conditions are true (KM-111)."""
    return all([is_true(position, context, condition) for condition in conditions])


def is_true(position: Position, context: Context, condition: Condition) -> bool:
    """Tell whether a condition is true (KM-111)."""
    return CONDITIONS[condition.kind](position, context, condition)


def _count(position: Position, context: Context, condition: CountCondition) -> bool:
    return _OPS[condition.op](count(position, context, condition.filter, condition.within), condition.n)


def _level(position: Position, context: Context, condition: LevelCondition) -> bool:
    reached = level(position, INDICES.index(condition.index), context.cell)
    return _OPS[condition.op](reached, condition.n)


def _support(position: Position, context: Context, condition: SupportCondition) -> bool:
    fits = [_OPS[condition.op](points, condition.n) for points in position.players[context.you].support]
    return any(fits) if condition.group == "one" else all(fits)


CONDITIONS: dict[str, Callable[..., bool]] = {"count": _count, "level": _level, "support": _support}
