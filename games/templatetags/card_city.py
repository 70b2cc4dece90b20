"""The words of Card City for its templates, by the letters of its cards."""

from collections.abc import Iterable

from django import template
from django.utils.translation import gettext

from games.rules.card_city.names import CARD_NAMES
from games.templatetags.punctuation import comma

register = template.Library()


@register.filter
def card_name(letter: str) -> str:
    """Return what a type of cards is called (CC-1)."""
    return gettext(CARD_NAMES[letter])


@register.filter
def card_names(letters: Iterable[str]) -> str:
    """Return the names of some cards in a row."""
    return comma().join(map(card_name, letters))
