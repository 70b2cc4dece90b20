"""What a placement would give: found by building it on a copy of the position (section 16)."""

from dataclasses import replace

from games.rules.karciane_miasto.act.conditions import holds, value
from games.rules.karciane_miasto.act.modifiers import needs_no_vote, support_bonus
from games.rules.karciane_miasto.act.placement import MODES, build_context
from games.rules.karciane_miasto.act.triggers import built_fits
from games.rules.karciane_miasto.cards import CARDS, GROUP_OF
from games.rules.karciane_miasto.city import City, Lot, canonical
from games.rules.karciane_miasto.moves import AnyMove, cell_at
from games.rules.karciane_miasto.show.view import PlaceView, Preview
from games.rules.karciane_miasto.state import State, Support
from games.rules.karciane_miasto.tasks import Context
from games.rules.karciane_miasto.text.abilities import ReactionAbility
from games.rules.karciane_miasto.text.effects import (
    CountersEffect,
    Effect,
    GoodsEffect,
    SupportEffect,
    WhenEffect,
)
from games.rules.karciane_miasto.text.terms import Mode


def place_view(state: State, seat: int, move: AnyMove) -> PlaceView:
    """Return a legal placement with what it would give."""
    mode, cell = move.words[0], cell_at(move.words[1])
    return PlaceView(notation=str(move), mode=mode, x=cell[0], y=cell[1], preview=preview(state, seat, move))


def preview(state: State, seat: int, move: AnyMove) -> Preview:
    """Return what building there would give at once: start goods, Build text, support, own Plans (KM-65)."""
    assert state.build is not None
    card, cell = CARDS[state.build.card], cell_at(move.words[1])
    mode = next(one for one in MODES if one == move.words[0])
    below = next((lot for lot in state.city.lots if lot.cell == cell), None)
    stays = below.goods if below and mode == "expand" else 0
    lot = Lot(cell, card.id, state.serial, card.start_goods + stays)
    after = replace(state, city=_with(state.city, lot), serial=state.serial + 1)
    gains = _at_once(after, lot, seat, card.build.extra)
    support, choose = _thanks(state, seat, card.id)
    needs_vote = mode == "rebuild" and not needs_no_vote(state, seat)
    return Preview(
        goods=lot.goods + sum(n for kind, n in gains if kind == "goods"),
        support=_added(support, gains),
        choose=choose,
        counters=_counters(after, lot, seat, mode),
        covers=below.card if below else None,
        needs_vote=needs_vote,
        support_sums=tuple(player.support for player in state.players) if needs_vote else (),
    )


def _with(city: City, lot: Lot) -> City:
    others = [one for one in city.lots if one.cell != lot.cell]
    return City(tuple(sorted([*others, lot], key=lambda one: canonical(one.cell))))


def _at_once(state: State, lot: Lot, seat: int, effects: tuple[Effect, ...]) -> list[tuple[str, int]]:
    """Return goods on the card and support by group that Build text would bring."""
    context = build_context(seat, lot.card, lot.cell, lot.serial)
    gains: list[tuple[str, int]] = []
    for effect in effects:
        if isinstance(effect, WhenEffect) and holds(state, context, effect.require):
            gains += _at_once(state, lot, seat, effect.effects)
        elif isinstance(effect, GoodsEffect) and effect.target == "self":
            gains.append(("goods", value(state, context, effect.n)))
        elif isinstance(effect, SupportEffect):
            gains.append((effect.group, value(state, context, effect.n)))
    return gains


def _thanks(state: State, seat: int, card_id: str) -> tuple[Support, int]:
    """Return the support for the build, and how much of it goes to a group of choice (KM-45)."""
    card = CARDS[card_id]
    if card.kind == "terrain":
        return (0, 0, 0), 0
    points = card.stage + support_bonus(state, seat, card_id)
    group = GROUP_OF.get(card.type or "")
    if group is None:
        return (0, 0, 0), points
    counts = [points if at == group else 0 for at in range(3)]
    return (counts[0], counts[1], counts[2]), 0


def _added(support: Support, gains: list[tuple[str, int]]) -> Support:
    names = ("citizens", "merchants", "industrialists")
    counts = [
        points + sum([n for kind, n in gains if kind == name])
        for points, name in zip(support, names, strict=True)
    ]
    return counts[0], counts[1], counts[2]


def _counters(state: State, lot: Lot, seat: int, mode: Mode) -> tuple[tuple[int, str, int], ...]:
    """Return the counters the own Plans would get for the build (KM-40)."""
    counters: dict[int, tuple[str, int]] = {}
    for piece in state.players[seat].zone:
        for ability in CARDS[piece.card].abilities:
            if isinstance(ability, ReactionAbility) and ability.on.event == "built":
                context = Context(seat, seat, piece.card, piece.serial, None, lot.serial)
                if built_fits(state, ability.on, lot, mode, piece.serial) and holds(
                    state, context, ability.require
                ):
                    gained = sum([n for one in ability.effects if (n := _on_self(state, context, one))])
                    card, before = counters.get(piece.serial, (piece.card, 0))
                    counters[piece.serial] = (card, before + gained)
    return tuple([(serial, card, n) for serial, (card, n) in counters.items() if n])


def _on_self(state: State, context: Context, effect: Effect) -> int:
    if isinstance(effect, CountersEffect) and effect.target == "self":
        return value(state, context, effect.n)
    return 0
