"""Every reason to refuse a move, with the rule that forbids it (MK-56)."""

from games.rules.protocol import IllegalMove
from games.rules.words import gettext_noop

REFUSALS: dict[str, tuple[str, str]] = {
    "game_over": ("MK-53", gettext_noop("The game is over.")),
    "not_your_turn": ("MK-16", gettext_noop("It is not your turn.")),
    "wrong_phase": ("MK-15", gettext_noop("That is not asked in this step.")),
    "bad_dice_count": ("MK-17", gettext_noop("Roll one die or two.")),
    "not_in_row": ("MK-41", gettext_noop("That card does not lie in a row.")),
    "not_enough_coins": ("MK-41", gettext_noop("Not enough coins: it costs %(price)s, you have %(coins)s.")),
    "landmark_not_allowed_now": (
        "MK-10",
        gettext_noop("No landmarks are built in the initial building rounds."),
    ),
    "requirement_not_met": ("MK-40", gettext_noop("Only the sole player without landmarks may build this.")),
    "not_owned": ("MK-30", gettext_noop("That establishment is not in your city.")),
    "gift_not_owned": ("MK-50", gettext_noop("That establishment is not in your city.")),
    "bad_opponent": ("MK-30", gettext_noop("That opponent does not have such an establishment.")),
    "no_chance": ("MK-57", gettext_noop("No player decides how the dice fall.")),
}


def refusal(code: str, **values: object) -> IllegalMove:
    """Return the error of that code; the code is among its values."""
    rule, reason = REFUSALS[code]
    return IllegalMove(rule, reason, code=code, **values)
