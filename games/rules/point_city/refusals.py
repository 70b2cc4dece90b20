"""Every reason to refuse a command, with the rule that forbids it (PC-82)."""

from functools import partial

from games.rules import errors
from games.rules.words import gettext_noop

REFUSALS: dict[str, tuple[str, str]] = {
    "not_your_turn": ("PC-13", gettext_noop("It's not your turn.")),
    "game_over": ("PC-55", gettext_noop("The game is over.")),
    "flip_used": ("PC-20", gettext_noop("You've already flipped a card this turn.")),
    "flip_not_available": (
        "PC-21",
        gettext_noop("You can flip a card only if its whole row or column is resource side up."),
    ),
    "slot_invalid": ("PC-11", gettext_noop("That card isn't in the market.")),
    "not_adjacent": ("PC-26", gettext_noop("The two cards must share an edge.")),
    "deck_empty": ("PC-31", gettext_noop("The deck is empty.")),
    "cannot_afford": (
        "PC-28",
        gettext_noop("You can't afford all the buildings you'd have to build."),
    ),
    "payment_short": ("PC-39", gettext_noop("These cards don't cover the cost.")),
    "payment_redundant": ("PC-39", gettext_noop("You've selected a card you don't need.")),
    "card_not_available": ("PC-37", gettext_noop("You don't have the cards for this payment.")),
    "tokens_wrong_number": ("PC-83", gettext_noop("Civic tokens to choose: %(wanted)s.")),
    "token_not_available": ("PC-46", gettext_noop("That civic token isn't face up.")),
    "no_automa": ("PC-84", gettext_noop("The automa takes its turns by itself.")),
    "no_pass": ("PC-32", gettext_noop("You can't pass.")),
}

refusal = partial(errors.refusal, REFUSALS)
"""Return the refusal of a code, with the values of its reason."""
