"""How well bots play, in the reader's language."""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.bots.levels import LEVELS, NAMES
from games.rules.words import gettext_noop

SENTENCES = {
    1: gettext_noop("Still learning, and sometimes picks the wrong card."),
    2: gettext_noop("Plays sensibly from turn to turn. A good first opponent."),
    3: gettext_noop("Thinks a few turns ahead and punishes careless play."),
    4: gettext_noop("Thinks as far ahead as it can. Hard to beat."),
}


@dataclass(frozen=True, slots=True)
class Level:
    """A level as it is offered."""

    number: int
    name: str
    sentence: str


def offered_levels() -> list[Level]:
    """Return the four levels in the reader's language, the weakest first."""
    return [Level(each, gettext(NAMES[each]), gettext(SENTENCES[each])) for each in LEVELS]


def level_name(level: int) -> str:
    """Return what a level is called."""
    return gettext(NAMES[level])
