"""Every reason to refuse a move or to keep a card in hand, with the rule that forbids it."""

from functools import partial

from games.rules import errors
from games.rules.words import gettext_noop

REFUSALS: dict[str, tuple[str, str]] = {
    "not_asked": ("KM-77", gettext_noop("You don't need to decide anything right now.")),
    "over": ("KM-100", gettext_noop("The game is over.")),
    "gone": ("KM-85", gettext_noop("This player has left the game.")),
    "other_question": ("KM-96", gettext_noop("You need to make a different choice first.")),
    "not_an_option": ("KM-96", gettext_noop("That isn't one of your options.")),
    "not_held": ("KM-36", gettext_noop("This card isn't in your hand.")),
    "only_in_window": (
        "KM-36",
        gettext_noop("You can play Counters and Vote Events only as a response."),
    ),
    "not_your_main": (
        "KM-36",
        gettext_noop("You can play cards only in your own Main phase, outside the Build phase."),
    ),
    "same_plan": ("KM-39", gettext_noop("You already have a Plan with this name in your zone.")),
    "requirement": ("KM-37", gettext_noop("This card's requirements aren't met.")),
    "condition": ("KM-89", gettext_noop("This action's conditions aren't met.")),
    "cost_support": ("KM-48", gettext_noop("You don't have enough support to pay the cost.")),
    "cost_goods": ("KM-113", gettext_noop("There aren't enough goods to pay the cost.")),
    "cost_occupy": ("KM-91", gettext_noop("You have no ready Official to occupy.")),
    "occupied": ("KM-91", gettext_noop("This Official is occupied until your next turn.")),
    "cost_discard": ("KM-113", gettext_noop("You don't have enough cards to discard.")),
    "no_target": ("KM-37", gettext_noop("There's no legal target.")),
    "action_target": ("KM-89", gettext_noop("There's no legal target.")),
    "no_action": ("KM-89", gettext_noop("There's no such action.")),
    "not_your_card": ("KM-91", gettext_noop("Only its controller can use this card.")),
    "not_now": ("KM-91", gettext_noop("You can't use this action in the Main phase.")),
    "used": ("KM-90", gettext_noop("You can use an Action[1] only once per turn.")),
    "exchange": ("KM-46", gettext_noop("You need 5 support in this group to exchange it for a VP.")),
    "swap_cost": ("KM-47", gettext_noop("You have no support in this group to spend.")),
    "swap_pile": ("KM-25", gettext_noop("There's no other card in this pile to turn up.")),
    "built": ("KM-32", gettext_noop("You can have only one Build phase per turn.")),
    "source": ("KM-50", gettext_noop("You can't choose this pile now.")),
    "place": ("KM-51", gettext_noop("You can't build this card there in this way.")),
    "payment": ("KM-60", gettext_noop("These goods don't match the cost exactly.")),
    "cost_payment": ("KM-113", gettext_noop("These goods don't match the cost exactly.")),
    "stock": ("KM-59", gettext_noop("These goods aren't there, or they're blocked.")),
    "window": ("KM-79", gettext_noop("You can't respond with this card right now.")),
    "muted": ("KM-83", gettext_noop("You asked not to be offered this card.")),
    "deck_chosen": ("KM-105", gettext_noop("You've already chosen your deck.")),
}

refusal = partial(errors.refusal, REFUSALS)
"""Return the refusal of a code, with the values of its reason."""
