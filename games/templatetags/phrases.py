"""Tags for sentences that the rules compose of phrases."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext, ngettext, npgettext, pgettext

from games.rules import registry
from games.rules.phrases import Phrase

register = template.Library()


@register.filter
def phrase(found: Phrase | str) -> str:
    """Return a phrase in the reader's language, the phrases in it too."""
    if isinstance(found, str):
        return gettext(found)
    values = {name: phrase(value) if isinstance(value, Phrase) else value for name, value in found.values}
    text = _translated(found)
    return text % values if values else text


def _translated(found: Phrase) -> str:
    if found.many and found.context:
        return npgettext(found.context, found.text, found.many, found.n)
    if found.many:
        return ngettext(found.text, found.many, found.n)
    return pgettext(found.context, found.text) if found.context else gettext(found.text)


@register.filter
def face(card: str, slug: str) -> Any:
    """Return what a card of a title shows."""
    return registry.get(slug).faces[card]


@register.filter
def faces(slug: str) -> Mapping[str, Any]:
    """Return what every card of a title shows, by its id."""
    return registry.get(slug).faces
