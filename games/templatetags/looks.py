"""Small helps for the templates of the titles: tuples, numbers, names, phrases and faces of cards."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html_join
from django.utils.translation import gettext, ngettext, npgettext, pgettext

from games.rules import registry
from games.rules.phrases import Phrase
from games.templatetags.punctuation import comma

register = template.Library()


@register.filter
def at(items: Sequence[Any], index: int) -> Any:
    """Return the item at an index, or None if there are no items at all."""
    return items[index] if items else None


@register.filter
def with_ref(items: Iterable[Any] | None, ref: str) -> Any:
    """Return the item that bears a reference, or None."""
    return next((item for item in items or () if item.ref == ref), None)


@register.filter
def minus(n: int | str) -> str:
    """Return a number as people write it: with a real minus."""
    return str(n).replace("-", "\N{MINUS SIGN}")


@register.filter
def signed(n: float, places: int = 0) -> str:
    """Return a change as people write it: "+2", "−0,5" with so many decimal places, or 0 without a sign."""
    size = round(abs(n), places)
    sign = "" if not size else "+" if n > 0 else "\N{MINUS SIGN}"
    return f"{sign}{number_format(size, places)}"


@register.filter
def equals(one: object, other: object) -> bool:
    """Return whether two values are equal, for the values handed to a part."""
    return one == other


@register.filter
def total(items: Iterable[Any], name: str) -> int:
    """Return the sum of one number over all items."""
    return sum(getattr(item, name) for item in items)


@register.filter
def pairs(items: Iterable[tuple[str, Any]]) -> Mapping[str, Any]:
    """Return name and value pairs as a mapping, as ``say`` wants them."""
    return dict(items)


@register.filter
def numbered(name: str, number: object) -> str:
    """Return an element's id made of a word and a number or code: ``slot-5``."""
    return f"{name}-{number}"


@register.filter
def by_place(rows: Iterable[Any]) -> list[Any]:
    """Return results with the best place first."""
    return sorted(rows, key=lambda row: row.place)


@register.filter
def winners(rows: Iterable[Any], names: Sequence[str]) -> list[str]:
    """Return who shares the first place, the Automa among them; nobody does where there is but one."""
    places = list(rows)
    first = [row.seat for row in places if row.place == 1] if len(places) > 1 else ()
    return [gettext("Automa") if seat is None else names[seat] for seat in first]


@register.filter
def bdi_list(names: Iterable[str]) -> str:
    """Return names as a list, each in a direction of its own."""
    return format_html_join(comma(), "<bdi>{}</bdi>", ((name,) for name in names))


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
