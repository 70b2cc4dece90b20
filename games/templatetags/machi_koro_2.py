"""The words of Machi Koro 2 for its templates, by the codes of its data."""

from django import template
from django.utils.translation import gettext

from games.rules.machi_koro_2.names import COLOUR_NAMES, DECK_NAMES
from games.rules.machi_koro_2.show.faces import FACES, Face

register = template.Library()
_FACES = {face.card: face for face in FACES}


@register.filter
def card_face(card: str) -> Face:
    """Return what a card shows."""
    return _FACES[card]


@register.filter
def colour_name(colour: str) -> str:
    """Return what a colour of establishments stands for (MK-21)."""
    return gettext(COLOUR_NAMES[colour])


@register.filter
def deck_name(deck: str) -> str:
    """Return what a row of the market is called, by the deck that fills it."""
    return gettext(DECK_NAMES[deck])
