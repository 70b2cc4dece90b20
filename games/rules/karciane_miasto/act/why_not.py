"""Whether a card or an action can be played now, and if not why (KM-36 to KM-39, KM-89 to KM-91)."""

from games.rules.karciane_miasto.act.conditions import is_true
from games.rules.karciane_miasto.act.costs import can_pay
from games.rules.karciane_miasto.act.play import Position
from games.rules.karciane_miasto.act.targets import all_possible
from games.rules.karciane_miasto.cards import CARDS
from games.rules.karciane_miasto.state import Phase
from games.rules.karciane_miasto.tasks import Context
from games.rules.karciane_miasto.text.abilities import ActionAbility
from games.rules.karciane_miasto.text.effects import Effect
from games.rules.karciane_miasto.text.terms import Condition, Cost, OccupyCost

RESPONSES = frozenset({"counter", "vote"})
_ITSELF = OccupyCost(target="self")


def why_not_play(position: Position, seat: int, card_id: str) -> str | None:
    """Return why a card of the hand cannot be played in the Main phase, as the code of a refusal."""
    card = CARDS[card_id]
    if card.subtype in RESPONSES:
        return "only_in_window"
    if card.kind == "plan" and any(one.card == card_id for one in position.players[seat].zone):
        return "same_plan"
    return why_not_card(position, seat, card_id)


def why_not_card(position: Position, seat: int, card_id: str) -> str | None:
    """Return what a card lacks by KM-37, as the code of a refusal."""
    card = CARDS[card_id]
    context = Context(seat, position.turn.active, card_id)
    hand = len(position.players[seat].hand) - 1
    return (
        why_not_required(position, context, card.require)
        or why_not_paid(position, context, card.play_cost, hand)
        or why_not_aimed(position, context, card.play_effects)
    )


def why_not_required(position: Position, context: Context, conditions: tuple[Condition, ...]) -> str | None:
    """Return the code of a requirement that is not met (KM-37)."""
    met = all([is_true(position, context, condition) for condition in conditions])
    return None if met else "requirement"


def why_not_paid(position: Position, context: Context, costs: tuple[Cost, ...], hand: int) -> str | None:
    """Return the code of a cost that cannot be paid (KM-37, KM-113)."""
    for cost in costs:
        if not can_pay(position, context, cost, hand):
            return "occupied" if cost == _ITSELF else f"cost_{cost.kind}"
    return None


def why_not_aimed(position: Position, context: Context, effects: tuple[Effect, ...]) -> str | None:
    """Return the code of an effect without a legal target (KM-37)."""
    return None if all_possible(position, context, effects) else "no_target"


def why_not_use(position: Position, context: Context, at: int) -> str | None:
    """Return why an action of a card in play cannot be used in the own Main phase (KM-89 to KM-91)."""
    abilities = CARDS[context.card].abilities
    action = abilities[at] if at < len(abilities) else None
    if not isinstance(action, ActionAbility):
        return "no_action"
    if "main" not in action.timing:
        return "not_now"
    if action.limit and (context.serial, at) in position.turn.used:
        return "used"
    return why_not_action(position, context, action)


def why_not_action(position: Position, context: Context, action: ActionAbility) -> str | None:
    """Return what an action lacks: a condition, its cost, a target (KM-89)."""
    hand = len(position.players[context.you].hand)
    return (
        ("condition" if why_not_required(position, context, action.require) else None)
        or why_not_paid(position, context, action.cost, hand)
        or ("action_target" if why_not_aimed(position, context, action.effects) else None)
    )


def in_own_main(position: Position, seat: int) -> bool:
    """Tell whether a seat is asked for its main move."""
    question = position.question
    return (
        position.phase == Phase.MAIN
        and question is not None
        and question.kind == "main"
        and question.seat == seat
    )
