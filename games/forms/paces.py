"""How fast a table is to be played."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.selectors.clocks import pace_words
from games.services.clocks import NO_CLOCK, Pace

MINUTE, DAY = 60, 86400
PACES = {
    "none": NO_CLOCK,
    **{f"live-{m}-{s}": Pace(Game.Pace.LIVE, m * MINUTE, s) for m, s in ((5, 5), (10, 10), (20, 20))},
    **{f"days-{days}": Pace(Game.Pace.DAYS, days * DAY) for days in (1, 3, 7)},
}


def pace_fields() -> dict[str, forms.Field]:
    """Return the fields that ask how much time a seat gets and what happens when it is over."""
    words = lazy(pace_words, str)
    paces = [(name, words(pace)) for name, pace in PACES.items()]
    return {
        "pace": forms.ChoiceField(label=_("Time to think"), choices=paces, required=False),
        "on_expiry": forms.ChoiceField(
            label=_("If a player's time runs out"),
            choices=[
                (Game.Expiry.ASK, _("The others decide: wait, let a bot play on, or end the game")),
                (Game.Expiry.DEFAULT, _("The simplest legal move is made")),
            ],
            required=False,
        ),
    }


def chosen_pace(cleaned: dict[str, Any]) -> Pace:
    """Return the pace of a cleaned form; what was not asked is no clock."""
    pace = PACES[cleaned.get("pace") or "none"]
    return replace(pace, on_expiry=cleaned.get("on_expiry") or Game.Expiry.ASK)
