"""Every reason to refuse a move, with the rule that forbids it (MK-56)."""

from functools import partial

from games.rules import errors
from games.rules.words import gettext_noop

REFUSALS: dict[str, tuple[str, str]] = {
    "game_over": ("MK-53", gettext_noop("The game is over.")),
    "not_your_turn": ("MK-16", gettext_noop("It's not your turn.")),
    "wrong_phase": ("MK-15", gettext_noop("You need to make a different choice first.")),
    "bad_dice_count": ("MK-17", gettext_noop("Roll one die or two.")),
    "not_in_row": ("MK-41", gettext_noop("That card isn't in the market.")),
    "not_enough_coins": ("MK-41", gettext_noop("Not enough coins: it costs %(price)s, you have %(coins)s.")),
    "landmark_not_allowed_now": (
        "MK-10",
        gettext_noop("You can't build landmarks in the initial building rounds."),
    ),
    "requirement_not_met": (
        "MK-40",
        gettext_noop("You can build this only if you're the only player without landmarks."),
    ),
    "not_owned": ("MK-30", gettext_noop("That establishment isn't in your city.")),
    "gift_not_owned": ("MK-50", gettext_noop("That establishment isn't in your city.")),
    "bad_opponent": ("MK-30", gettext_noop("That opponent doesn't have that establishment.")),
    "no_chance": ("MK-57", gettext_noop("Players can't decide how the dice fall.")),
}

refusal = partial(errors.refusal, REFUSALS)
"""Return the refusal of a code, with the values of its reason."""
