"""Every reason to refuse a move or to keep a card in hand, with the rule that forbids it."""

from games.rules.protocol import IllegalMove
from games.rules.words import gettext_noop

REFUSALS: dict[str, tuple[str, str]] = {
    "not_asked": ("KM-77", gettext_noop("Nothing is asked of you now.")),
    "over": ("KM-100", gettext_noop("The game is over.")),
    "gone": ("KM-85", gettext_noop("This player has left for good.")),
    "other_question": ("KM-86", gettext_noop("Something else is asked of you now.")),
    "not_an_option": ("KM-96", gettext_noop("This is not one of the legal options.")),
    "not_held": ("KM-36", gettext_noop("You do not hold this card.")),
    "only_in_window": (
        "KM-36",
        gettext_noop("Counter and Vote Events are played in response to something."),
    ),
    "not_your_main": (
        "KM-36",
        gettext_noop("Cards are played in your own Main phase, outside the Build phase."),
    ),
    "same_plan": ("KM-39", gettext_noop("A Plan of this name is in your zone already.")),
    "requirement": ("KM-37", gettext_noop("A requirement is not met.")),
    "condition": ("KM-89", gettext_noop("A condition of this action is not met.")),
    "cost_support": ("KM-48", gettext_noop("You do not have enough support for the cost.")),
    "cost_goods": ("KM-113", gettext_noop("There are not enough goods that may pay the cost.")),
    "cost_occupy": ("KM-91", gettext_noop("You have no ready Official to occupy.")),
    "cost_discard": ("KM-113", gettext_noop("You do not hold enough cards to discard.")),
    "no_target": ("KM-37", gettext_noop("There is no legal target.")),
    "no_action": ("KM-89", gettext_noop("There is no such action.")),
    "not_your_card": ("KM-91", gettext_noop("Only its controller may use this card.")),
    "not_now": ("KM-91", gettext_noop("This action cannot be used in the Main phase.")),
    "used": ("KM-90", gettext_noop("An Action[1] is used once a turn.")),
    "exchange": ("KM-46", gettext_noop("An exchange takes five points in the group.")),
    "swap_cost": ("KM-47", gettext_noop("A swap costs one point of the group.")),
    "swap_pile": ("KM-25", gettext_noop("This pile has no other card to turn up.")),
    "built": ("KM-32", gettext_noop("There is one Build phase a turn.")),
    "source": ("KM-50", gettext_noop("This pile cannot be chosen now.")),
    "place": ("KM-51", gettext_noop("The card cannot be built there in this way.")),
    "payment": ("KM-60", gettext_noop("These goods do not pay exactly what is due.")),
    "stock": ("KM-59", gettext_noop("These goods are not there, or they are blocked.")),
    "window": ("KM-79", gettext_noop("This does not fit what is happening.")),
    "muted": ("KM-83", gettext_noop("You asked not to be offered this card.")),
    "deck_chosen": ("KM-105", gettext_noop("You have chosen your deck.")),
}


def refusal(code: str) -> IllegalMove:
    """Return the error of that code; the code is among its values."""
    rule, reason = REFUSALS[code]
    return IllegalMove(rule, reason, code=code)
