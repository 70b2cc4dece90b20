"""How well bots play, and how fast they answer."""

from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.bots.levels import DEFAULT_LEVEL, LEVELS
from games.models import Game
from games.selectors.tables.levels import offered_levels
from games.services.play.refusals import incomplete_form

PACES = [
    (Game.BotPace.CALM, _("Relaxed: easy to follow")),
    (Game.BotPace.BRISK, _("Fast: about a second a move")),
    (Game.BotPace.ONCE, _("Instant: no pause")),
]


def _choices() -> list[tuple[str, str]]:
    return [(str(level.number), level.name) for level in offered_levels()]


def level_field() -> forms.ChoiceField:
    """Return the field that asks how well the bots of a new table play."""
    label, widget = _("Bot strength"), forms.RadioSelect
    return forms.ChoiceField(label=label, choices=lazy(_choices, list), required=False, widget=widget)


def pace_field() -> forms.ChoiceField:
    """Return the field that asks how fast bots answer."""
    return forms.ChoiceField(label=_("Bot speed"), choices=PACES, required=False)


def read_level(values: Any, *, least: int = 1) -> int:
    """Return the level that a form names; with a ``least`` of 0 it may name none."""
    text = values.get("level", str(DEFAULT_LEVEL))
    if text not in {str(level) for level in range(least, len(LEVELS) + 1)}:
        raise incomplete_form()
    return int(text)
