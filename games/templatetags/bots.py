"""Tags for bots: their levels, on the page that leads to a game and at the table."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django import template

from games.selectors.tables.levels import Level, level_name, offered_levels

register = template.Library()
register.filter(level_name)


@register.filter
def with_levels(field: Iterable[Any], levels: Sequence[Level]) -> Iterator[tuple[Any, Level]]:
    """Return the radio buttons of a field, each with the level it stands for."""
    return zip(field, levels, strict=True)


@register.simple_tag
def all_levels() -> list[Level]:
    """Return the four levels, the weakest first."""
    return offered_levels()
