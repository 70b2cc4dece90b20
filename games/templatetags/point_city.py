"""The words of Point City for its templates: amounts of resources as lists."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.translation import gettext

from games.rules.point_city.names import RESOURCE_NAMES, TOKEN_LABELS
from games.rules.point_city.show.faces import TokenFace
from games.templatetags.punctuation import comma

register = template.Library()
_SIGNS = {
    "per_unspent_resource_card": ("cards",),
    "per_unspent_ingenuity": ("ingenuity", "cards"),
    "per_civic_token": ("token",),
    "per_plain_building": ("house",),
    "per_missing_type": ("none",),
    "per_type_at_least": ("any",),
    "per_full_set": ("community", "economy", "energy", "ecology", "industry"),
}
"""What a civic token counts, in pictures; other tokens count resources of their own."""
_TIMES = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"


@register.filter
def token_signs(face: TokenFace) -> tuple[str, ...]:
    """Return the pictures of what a civic token counts."""
    return _SIGNS.get(face.kind, face.resources)


@register.filter
def token_label(token: str, otherwise: str) -> str:
    """Return a civic token in a few words, or others for one that is no more."""
    return gettext(TOKEN_LABELS.get(token, otherwise))


@register.filter
def in_words(amounts: Iterable[Any]) -> str:
    """Return amounts of resources as a list in the reader's language: "Energy × 2, Ecology × 1"."""
    return _listed((amount.resource, amount.count) for amount in amounts)


@register.filter
def sorts_in_words(sorts: Iterable[str]) -> str:
    """Return sorts of cards as ``in_words`` does: ``energy2`` shows two symbols, ``ingenuity`` one."""
    return _listed(map(_shown, sorts))


@register.filter
def sum_in_words(sorts: Iterable[str]) -> str:
    """Return what cards of these sorts show together, each resource once."""
    counts: Counter[str] = Counter()
    for resource, count in map(_shown, sorts):
        counts[resource] += count
    return _listed(counts.items())


def _shown(sort: str) -> tuple[str, int]:
    return sort.rstrip("12"), int(sort[-1]) if sort[-1] in "12" else 1


def _listed(amounts: Iterable[tuple[str, object]]) -> str:
    named = (f"{gettext(RESOURCE_NAMES[resource])}{_TIMES}{count}" for resource, count in amounts)
    return comma().join(named)
