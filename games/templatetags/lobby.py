"""Tags for tables before the start."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext

from games.requests import turns, viewer
from games.rules import registry
from games.rules.protocol import OptionInfo, option_infos
from games.selectors.tables.table import SeatRow, Table

register = template.Library()


@register.filter
def places(table: Table) -> list[tuple[int, SeatRow | None]]:
    """Return every place at the table with who sits there, if anybody."""
    taken = {row.index: row for row in table.seats}
    return [(index, taken.get(index)) for index in range(table.seat_count)]


@register.filter
def can_start(table: Table) -> bool:
    """Tell whether the title is played by as many as sit now."""
    return len(table.seats) > 1 and len(table.seats) in registry.get(table.slug).seats


@register.filter
def option_words(table: Table) -> list[tuple[str, str]]:
    """Return the options that matter at this table, each with what was chosen."""
    return chosen_options(table.slug, table.options, table.seat_count)


def chosen_options(slug: str, options: Mapping[str, object], seats: int) -> list[tuple[str, str]]:
    """Return the options of a title that matter with so many seats, each with what was chosen."""
    infos = option_infos(registry.get(slug).options)
    return [
        (gettext(info.label), _chosen(info, name, options))
        for name, info in infos.items()
        if info.seats is None or seats in info.seats
    ]


def _chosen(info: OptionInfo, name: str, options: Mapping[str, object]) -> str:
    labels = {choice.value: choice.label for choice in info.choices}
    value = options.get(name)
    if isinstance(value, str):
        return gettext(labels[value])
    return gettext("yes") if value else gettext("no")


@register.filter
def has_decks(slug: str) -> bool:
    """Tell whether people bring decks to tables of a title."""
    return registry.get(slug).decks is not None


@register.filter
def title_of(slug: str) -> str:
    """Return the name of a title; one that is not offered any more keeps its slug."""
    return gettext(registry.get(slug).name) if slug in registry.SLUGS else slug


@register.filter
def waited(since: datetime) -> str:
    """Return how long something has lasted: "for 3 hours"."""
    if timezone.now() - since < timedelta(minutes=1):
        return gettext("just now")
    return gettext("for %(time)s") % {"time": timesince(since)}


@register.simple_tag(takes_context=True)
def my_turns(context: template.Context) -> int | None:
    """Return how many games wait for who is asking, or None for strangers and pages that do not show it."""
    request: Any = context.get("request") if not context.get("at_desk") else None
    is_known = hasattr(request, "session") and hasattr(request, "user") and viewer(request).is_known
    return turns(request) if is_known else None


@register.simple_tag(takes_context=True)
def my_name(context: template.Context) -> str:
    """Return what who is asking is called, or nothing for strangers."""
    request: Any = context.get("request")
    knows = hasattr(request, "session") and hasattr(request, "user")
    return viewer(request).name if knows else ""
