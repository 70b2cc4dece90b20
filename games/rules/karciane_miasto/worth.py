"""How good a position looks to a seat: VP, Plans, support, cards, goods; for players that look ahead."""

from math import prod

from games.rules.karciane_miasto.cards import CARDS, INDICES, SETTINGS
from games.rules.karciane_miasto.conditions import is_true, level
from games.rules.karciane_miasto.payments import totals
from games.rules.karciane_miasto.play import opponents
from games.rules.karciane_miasto.state import NOBODY, Phase, Piece, State
from games.rules.karciane_miasto.tasks import Context
from games.rules.karciane_miasto.triggers import listeners
from games.rules.karciane_miasto.vocabulary import Condition, CostModifier, LevelCondition
from games.rules.protocol import Facts

VP = 10.0
SUPPORT, RISK = 1.8, 0.5
"""For a point of support, and how much of it is lost beside a rival who may exchange the group (KM-46)."""
START = 0.1
"""Of the VP of a Plan, for having it in play; the rest comes with its counters."""
PROMISED = 2.5
"""So many counters for one that the end of every turn would bring as things stand."""
HOPE = 0.3
"""Of the VP of a Plan that would get on as things stand, while it is not yet in play."""
CARD, OFFICIAL, READY, TURN = 0.8, 2.5, 0.2, 1.2
GOOD, AGAIN = 2.4, 0.4
"""For the first good of each kind on the map, and how much of it for each further one."""
CHEAPER = 0.5
RIVALS = 0.2


def worth(state: State, seat: int) -> float:
    """Return the worth of a position to a seat, the rivals' best taken off."""
    own = _standing(state, seat)
    if state.phase == Phase.OVER:
        own += VP * SETTINGS.vp_to_win * (state.players[seat].vp >= SETTINGS.vp_to_win)
    rivals = [_standing(state, one) for one in opponents(state, seat)]
    return own + _hoped(state, seat) + _shared(state, seat) - RIVALS * max(rivals, default=0.0)


def _standing(state: State, seat: int) -> float:
    """Return what a player has that others can see, and how many cards."""
    player = state.players[seat]
    total = VP * player.vp + SUPPORT * _safe_support(state, seat)
    total += CARD * min(len(player.hand), SETTINGS.hand_limit)
    return total + sum([_piece(state, seat, piece) for piece in player.zone])


def _safe_support(state: State, seat: int) -> float:
    """Return a player's points in all groups, less what exchanges of rivals are likely to take (KM-46)."""
    rivals = [state.players[one].support for one in opponents(state, seat)]
    groups = zip(state.players[seat].support, *rivals, strict=True)
    most = SETTINGS.support_max
    left: float = sum([own * (1 - RISK * max(others, default=0) / most) for own, *others in groups])
    return left


def _piece(state: State, seat: int, piece: Piece) -> float:
    card = CARDS[piece.card]
    if card.kind == "plan":
        done = min(card.needed, piece.counters + PROMISED * _promised(state, seat, piece.card, piece.serial))
        return VP * card.vp * (START + (1 - START) * done / card.needed)
    if card.kind == "official":
        return OFFICIAL + READY * (not piece.occupied)
    return CARD + TURN * piece.time


def _hoped(state: State, seat: int) -> float:
    """Return the worth of Plans in hand and deck, which only their owner knows, as things stand."""
    player, waiting = state.players[seat], listeners("turn_end")
    total = 0.0
    cards = player.hand + player.deck
    for card in dict.fromkeys(cards):
        if card in waiting and CARDS[card].kind == "plan":
            done = PROMISED * _promised(state, seat, card) / CARDS[card].needed
            total += CARDS[card].vp * cards.count(card) * min(1.0, done)
    return HOPE * VP * total


def _promised(state: State, seat: int, plan: str, serial: int = 0) -> float:
    """Return how many Reactions of a Plan the end of the turn would bring as things stand, or nearly."""
    waiting = listeners("turn_end").get(plan)
    if waiting is None:
        return 0.0
    context = Context(seat, seat, plan, serial)
    return sum([prod([_nearly(state, context, each) for each in one.require]) for _, one in waiting])


def _nearly(state: State, context: Context, condition: Condition) -> float:
    """Return 1 for a condition that is true, less the further a level is from it."""
    if isinstance(condition, LevelCondition):
        now = level(state, INDICES.index(condition.index))
        far = max(0, condition.n - now) if condition.op == ">=" else max(0, now - condition.n)
        return 1 / (1 + far)
    return float(is_true(state, context, condition))


def _shared(state: State, seat: int) -> float:
    """Return the worth of goods, which all may use, and of builds that are cheaper this turn."""
    goods = GOOD * sum([min(n, 1) + AGAIN * max(n - 1, 0) for n in totals(state.city.lots)])
    cheaper = [
        -one.modifier.n
        for one in state.turn.lasting
        if isinstance(one.modifier, CostModifier) and one.you == seat
    ]
    return goods + (0.0 if state.turn.built else CHEAPER * sum(cheaper))


def facts(state: State) -> Facts:
    """Return rounds, who began and the decks of a played game (section 18)."""
    first = max(state.deal.first, NOBODY)
    return Facts(
        state.turn.round, state.turn.number, first, tuple([player.deck_name for player in state.players])
    )
