"""How well bots play, and how fast they answer."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.bots.levels import DEFAULT_LEVEL, LEVELS, NAMES
from games.models import Game
from games.rules.words import gettext_noop
from games.services.play.refusals import incomplete_form

SENTENCES = {
    1: gettext_noop("Still learning, and sometimes picks the wrong card."),
    2: gettext_noop("Plays sensibly from turn to turn. A good first opponent."),
    3: gettext_noop("Thinks a few turns ahead and punishes careless play."),
    4: gettext_noop("Thinks as far ahead as it can. Hard to beat."),
}
PACES = [
    (Game.BotPace.CALM, _("Relaxed: easy to follow")),
    (Game.BotPace.BRISK, _("Fast: about a second a move")),
    (Game.BotPace.ONCE, _("Instant: no pause")),
]


@dataclass(frozen=True, slots=True)
class Level:
    """A level as a form offers it."""

    number: int
    name: str
    sentence: str


def offered_levels() -> list[Level]:
    """Return the four levels in the reader's language, the weakest first."""
    return [Level(each, gettext(NAMES[each]), gettext(SENTENCES[each])) for each in LEVELS]


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
