"""What a player does without much thought: good enough to see where a game is going, and quick."""

from collections.abc import Callable
from functools import lru_cache

from games.rules.brains import Parts
from games.rules.karciane_miasto.act.filters import matching
from games.rules.karciane_miasto.act.piles import BASE, pile
from games.rules.karciane_miasto.act.why_not import why_not_play, why_not_use
from games.rules.karciane_miasto.cards import CARDS, EFFECTS, GROUP_OF, GROUPS, PLAY_NAMES, SETTINGS
from games.rules.karciane_miasto.flow.building import gratitude
from games.rules.karciane_miasto.flow.clock import default_move
from games.rules.karciane_miasto.flow.main_phase import ACTIONS, BUILD, END, usable
from games.rules.karciane_miasto.moves import AnyMove, Move, parse_move
from games.rules.karciane_miasto.show.faces import is_unpaid
from games.rules.karciane_miasto.state import Question, State
from games.rules.karciane_miasto.text.abilities import ActionAbility, ReactionAbility
from games.rules.karciane_miasto.text.effects import ChooseEffect, Effect
from games.rules.protocol import Draw

_GOOD = frozenset({"vp", "counters", "draw", "support", "recover"})
"""Kinds of effects worth having at any time."""
_PLACES: dict[str, int] = {group: at for at, group in enumerate(GROUPS)}
_SUPPORT = 0.2
"""Of a VP, for a point of support."""


def reply(state: State, seat: int, draw: Draw, weights: Parts) -> AnyMove:
    """Return what a seat does without much thought; it leaves nothing to chance, and weighs nothing."""
    return by_habit(state, seat)


def by_habit(state: State, seat: int) -> AnyMove:
    """Return what a seat does without thinking: what it can, the good things first."""
    question = state.question
    if question is None or question.seat != seat or question.kind not in _HABITS:
        return default_move(state, seat)
    return _HABITS[question.kind](state, seat, question)


def _is_good(effect: Effect) -> bool:
    if isinstance(effect, ChooseEffect):
        return any(_is_good(one) for option in effect.options for one in option.effects)
    return effect.kind in _GOOD


def _rank(card: str) -> int:
    """Return when a card of the hand is played by habit, 9 for never."""
    row = CARDS[card]
    if row.kind in ("plan", "official"):
        return 0
    if row.subtype == "long":
        return 1
    good = any(_is_good(EFFECTS[name]) for name in PLAY_NAMES[card])
    return 2 if row.subtype == "short" and good else 9


_RANKS = {card.id: _rank(card.id) for card in CARDS.values() if not card.pile}


def effects_of(card: str, at: int) -> tuple[Effect, ...]:
    """Return what an action of a card does."""
    ability = CARDS[card].abilities[at]
    return ability.effects if isinstance(ability, ActionAbility) else ()


def _worth_using(card: str, at: int) -> bool:
    """Tell whether an action for the Main phase brings something good, and costs no card."""
    ability = CARDS[card].abilities[at]
    assert isinstance(ability, ActionAbility)
    free = all(cost.kind != "discard" for cost in ability.cost)
    return free and any(_is_good(effect) for effect in effects_of(card, at))


_USEFUL = frozenset((card, at) for card, places in ACTIONS.items() for at in places if _worth_using(card, at))


def _in_main(state: State, seat: int, _: Question) -> AnyMove:
    """Return a card to play, then an exchange, an action, the build, and at last the end."""
    player = state.players[seat]
    for card in sorted({*player.hand}, key=lambda card: (_RANKS[card], card)):
        if _RANKS[card] < 9 and _may_play(state, seat, card):
            return Move("play", (card,))
    for group, points in zip(GROUPS, player.support, strict=True):
        if points >= SETTINGS.support_max:
            return Move("exchange", (group,))
    for ref, context, at in usable(state, seat):
        if (context.card, at) in _USEFUL and why_not_use(state, context, at) is None:
            return Move("use", (ref, str(at)))
    return END if state.turn.built else BUILD


def _may_play(state: State, seat: int, card: str) -> bool:
    """Tell whether a card can be played and is no second copy of an own Official."""
    if CARDS[card].kind == "official" and any(piece.card == card for piece in state.players[seat].zone):
        return False
    return why_not_play(state, seat, card) is None


@lru_cache(maxsize=4096)
def counters(plan: str, card: str, mode: str) -> int:
    """Return how many of a Plan's Reactions a build fires."""
    return sum(
        isinstance(one, ReactionAbility)
        and one.on.event == "built"
        and (not one.on.modes or mode in one.on.modes)
        and (one.on.filter is None or card in matching(one.on.filter))
        for one in CARDS[plan].abilities
    )


def _gain(state: State, seat: int, card: str, mode: str) -> float:
    """Return what a build brings at once: VP of Plans as far as they get on, and support."""
    total = 0.0
    for piece in state.players[seat].zone:
        row = CARDS[piece.card]
        if row.kind == "plan" and (n := counters(piece.card, card, mode)):
            total += row.vp * n / row.needed
    if CARDS[card].kind == "terrain":
        return total
    group = GROUP_OF.get(CARDS[card].type or "")
    own = state.players[seat].support
    room = SETTINGS.support_max - (min(own) if group is None else own[group])
    return total + _SUPPORT * min(room, gratitude(state, seat, card))


def _source(state: State, seat: int, question: Question) -> AnyMove:
    """Return the pile whose card brings most of those that can be paid."""
    best, most = question.options[-1], 0.0
    for option in question.options[:-1]:
        name = option.split()[1]
        if name == BASE and not state.piles.known:
            gain = _SUPPORT
        else:
            card = pile(state, name)[0]
            if is_unpaid(state, card):
                continue
            modes = CARDS[card].build.modes
            gain = _gain(state, seat, card, "create" if "create" in modes else modes[0])
        if gain > most:
            best, most = option, gain
    return parse_move(best)


def _place(state: State, seat: int, question: Question) -> AnyMove:
    """Return the placement that brings most, without a vote if there is one."""
    assert state.build is not None
    best, most = question.options[-1], -9.0
    gains: dict[str, float] = {}
    for option in question.options[:-1]:
        mode = option.split()[1]
        if mode not in gains:
            gains[mode] = _gain(state, seat, state.build.card, mode) - (mode == "rebuild")
        if gains[mode] > most:
            best, most = option, gains[mode]
    return parse_move(best)


def _group(state: State, seat: int, question: Question) -> AnyMove:
    """Return the group that is nearest to an exchange but not full."""
    own = state.players[seat].support
    full = SETTINGS.support_max

    def nearness(option: str) -> int:
        points = own[_PLACES[option.split()[1]]]
        return -1 if points == full else points

    return parse_move(max(question.options, key=nearness))


def _first(state: State, seat: int, question: Question) -> AnyMove:
    return parse_move(question.options[0])


_HABITS: dict[str, Callable[[State, int, Question], AnyMove]] = {
    "main": _in_main,
    "source": _source,
    "place": _place,
    "group": _group,
    "action_b": _first,
}
"""What is done by habit, by what is asked; else the default."""
