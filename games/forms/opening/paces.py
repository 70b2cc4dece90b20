"""How fast a table is to be played."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.rules.protocol import Ruleset
from games.selectors.clocks.arithmetic import NO_CLOCK, TimeControl
from games.selectors.clocks.measures import paces_of
from games.selectors.tables.clocks import pace_words

MINUTE, DAY = 60, 86400
PACES = {
    "none": NO_CLOCK,
    **{f"live-{m}-{s}": TimeControl(Game.Pace.LIVE, m * MINUTE, s) for m, s in ((5, 5), (10, 10), (20, 20))},
    **{f"days-{days}": TimeControl(Game.Pace.DAYS, days * DAY) for days in (1, 3, 7)},
}


def offered(ruleset: Ruleset[Any]) -> dict[str, TimeControl]:
    """Return the paces a title is played at: its own, if it measures each decision."""
    own = paces_of(ruleset)
    return {"none": NO_CLOCK, **own} if own else PACES


def pace_fields(ruleset: Ruleset[Any]) -> dict[str, forms.Field]:
    """Return the fields that ask how much time a seat gets and, if that is open, what follows."""
    words = lazy(pace_words, str)
    paces = [
        ("", _("No preference (new tables have no clock)")),
        *((name, words(pace)) for name, pace in offered(ruleset).items()),
    ]
    field = forms.ChoiceField(label=_("Pace"), choices=paces, required=False)
    return {"pace": field} if paces_of(ruleset) else {"pace": field, **_expiry_field()}


def _expiry_field() -> dict[str, forms.Field]:
    return {
        "on_expiry": forms.ChoiceField(
            label=_("If a player's time runs out"),
            choices=[
                (Game.Expiry.ASK, _("The other players decide: wait, let a bot take over, or end the game")),
                (Game.Expiry.DEFAULT, _("The game makes the simplest legal move")),
            ],
            required=False,
        ),
    }


def chosen_pace(ruleset: Ruleset[Any], cleaned: dict[str, Any]) -> TimeControl:
    """Return the pace of a cleaned form; what was not asked is no clock."""
    pace = offered(ruleset)[cleaned.get("pace") or "none"]
    return replace(pace, on_expiry=cleaned.get("on_expiry") or pace.on_expiry)
