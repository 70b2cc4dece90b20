"""How much every seat has of what makes a position good, part by part; weights make points of it."""

from math import prod

from games.rules.karciane_miasto.act.conditions import is_true, level
from games.rules.karciane_miasto.act.play import opponents
from games.rules.karciane_miasto.act.triggers import listeners
from games.rules.karciane_miasto.cards import CARDS, INDICES, SETTINGS
from games.rules.karciane_miasto.state import Player, State
from games.rules.karciane_miasto.tasks import Context
from games.rules.karciane_miasto.text.terms import Condition, CostModifier, LevelCondition

PARTS = (
    "vp",
    "plans",
    "progress",
    "promised",
    "hoped",
    "support",
    "at_risk",
    "cards",
    "officials",
    "ready",
    "events",
    "time",
    "cheaper",
)
"""VP; of Plans in play all VP, those done and those promised; of Plans still hidden; and so on."""
AHEAD = 2.5
"""So many counters are promised by one that the end of every turn would bring as things stand."""
_PLANS = frozenset(card.id for card in CARDS.values() if card.kind == "plan")
_WAITING = listeners("turn_end")
_ENDLESS = frozenset(_PLANS & _WAITING.keys())
"""Plans that get on at the end of turns."""


def assess(state: State) -> tuple[tuple[float, ...], ...]:
    """Return for every seat how much it has of each part."""
    levels = Levels(state)
    return tuple([_parts_of(state, seat, levels) for seat in range(len(state.players))])


class Levels:
    """How far the end of a turn would bring Plans, each condition looked at once."""

    def __init__(self, state: State) -> None:
        """Take a position."""
        self._state = state
        self._known: dict[object, float] = {}

    def promised(self, seat: int, plan: str, serial: int = 0) -> float:
        """Return how many Reactions of a Plan the end of the turn would bring as things stand, or nearly."""
        waiting = _WAITING.get(plan)
        if waiting is None:
            return 0.0
        key = (seat, plan)
        if key not in self._known:
            context = Context(seat, seat, plan, serial)
            self._known[key] = sum(
                [prod([self._nearly(context, each) for each in one.require]) for _, one in waiting]
            )
        return self._known[key]

    def _nearly(self, context: Context, condition: Condition) -> float:
        """Return 1 for a condition that is true, less the further a level is from it."""
        if not isinstance(condition, LevelCondition):
            return float(is_true(self._state, context, condition))
        if condition not in self._known:
            now = level(self._state, INDICES.index(condition.index))
            far = max(0, condition.n - now) if condition.op == ">=" else max(0, now - condition.n)
            self._known[condition] = 1 / (1 + far)
        return self._known[condition]


def _parts_of(state: State, seat: int, levels: Levels) -> tuple[float, ...]:
    """Return how much a seat has of every part."""
    player = state.players[seat]
    return (
        player.vp,
        *_plans(state, seat, levels),
        _hoped(state, seat, levels),
        *_support(state, seat),
        min(len(player.hand), SETTINGS.hand_limit),
        *_others(player),
        _cheaper(state, seat),
    )


def _plans(state: State, seat: int, levels: Levels) -> tuple[float, float, float]:
    """Return the VP of the Plans in play, and how much of them is done and promised."""
    plans = progress = promised = 0.0
    for piece in state.players[seat].zone:
        card = CARDS[piece.card]
        if card.kind == "plan":
            ahead = AHEAD * levels.promised(seat, piece.card, piece.serial)
            plans += card.vp
            progress += card.vp * piece.counters / card.needed
            promised += card.vp * min(card.needed - piece.counters, ahead) / card.needed
    return plans, progress, promised


def _others(player: Player) -> tuple[int, int, int, int]:
    """Return the Officials in play, how many are ready, the Long Events and the time they have left."""
    officials = [piece for piece in player.zone if CARDS[piece.card].kind == "official"]
    events = [piece.time for piece in player.zone if piece.time]
    return len(officials), sum([not piece.occupied for piece in officials]), len(events), sum(events)


def _support(state: State, seat: int) -> tuple[float, float]:
    """Return a player's points in all groups, and how many exchanges of rivals are likely to take (KM-46)."""
    own = state.players[seat].support
    rivals = [state.players[one].support for one in opponents(state, seat)]
    most = SETTINGS.support_max
    risk = [
        points * max(others, default=0) / most for points, *others in zip(own, *rivals, strict=True) if points
    ]
    return sum(own), sum(risk)


def _hoped(state: State, seat: int, levels: Levels) -> float:
    """Return the VP of Plans in hand and deck that would get on as things stand."""
    player = state.players[seat]
    total = 0.0
    for card in player.hand + player.deck:
        if card in _ENDLESS:
            done = AHEAD * levels.promised(seat, card) / CARDS[card].needed
            total += CARDS[card].vp * min(1.0, done)
    return total


def _cheaper(state: State, seat: int) -> int:
    """Return how many goods a build still to come is cheaper by this turn."""
    if state.turn.built or not state.turn.lasting:
        return 0
    return sum(
        [
            -one.modifier.n
            for one in state.turn.lasting
            if isinstance(one.modifier, CostModifier) and one.you == seat
        ]
    )
