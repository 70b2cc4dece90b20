"""Effects on Districts: goods, destruction and blocked goods (KM-115)."""

from collections.abc import Callable

from games.rules.karciane_miasto.act.asking import Answers
from games.rules.karciane_miasto.act.conditions import value
from games.rules.karciane_miasto.act.filters import lot_of
from games.rules.karciane_miasto.act.goods import good_of
from games.rules.karciane_miasto.act.modifiers import is_protected, laws
from games.rules.karciane_miasto.act.piles import put_under
from games.rules.karciane_miasto.act.play import Play
from games.rules.karciane_miasto.act.targets import targets
from games.rules.karciane_miasto.city import City
from games.rules.karciane_miasto.city_events import (
    Destroyed,
    GoodsBlocked,
    GoodsChanged,
)
from games.rules.karciane_miasto.tasks import Resolve
from games.rules.karciane_miasto.text.effects import BlockEffect, DestroyEffect, GoodsEffect
from games.rules.records import renewed


def add_goods(play: Play, serial: int, n: int) -> None:
    """Put goods on a District or remove them; others hold none (KM-16, KM-97)."""
    lot = lot_of(play, serial)
    if lot is None or good_of(lot) is None:
        return
    now = max(0, lot.goods + n)
    if now != lot.goods:
        changed = renewed(lot, goods=now)
        play.city = City(tuple([changed if one is lot else one for one in play.city.lots]))
        play.told.append(GoodsChanged(*lot.cell, lot.card, now - lot.goods))


def _goods(play: Play, answers: Answers, effect: GoodsEffect, _: Resolve) -> None:
    aimed_at = targets(play, answers, effect, effect.target)
    n = value(play, answers.context, effect.n)
    for serial in aimed_at:
        add_goods(play, serial, n)


def _destroy(play: Play, answers: Answers, effect: DestroyEffect, _: Resolve) -> None:
    for serial in targets(play, answers, effect, effect.target):
        lot = lot_of(play, serial)
        if lot and not is_protected(lot, laws(play, "destroy", answers.context.you)):
            play.city = City(tuple([one for one in play.city.lots if one is not lot]))
            put_under(play, lot.card)
            play.told.append(Destroyed(*lot.cell, lot.card))


def _block(play: Play, answers: Answers, effect: BlockEffect, _: Resolve) -> None:
    aimed_at = targets(play, answers, effect, effect.target)
    for lot in filter(None, [lot_of(play, serial) for serial in aimed_at]):
        if play.build:
            play.build = renewed(play.build, blocked=(*play.build.blocked, lot.serial))
            play.told.append(GoodsBlocked(*lot.cell, lot.card))


MAP_EFFECTS: dict[str, Callable[..., None]] = {"goods": _goods, "destroy": _destroy, "block": _block}
