"""Tags for tables before the start."""

from collections.abc import Mapping

from django import template
from django.utils.translation import gettext

from games.rules import registry
from games.rules.protocol import OptionInfo, option_infos
from games.selectors.table import SeatRow, Table

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
    infos = option_infos(registry.get(table.slug).options)
    return [
        (gettext(info.label), _chosen(info, name, table.options))
        for name, info in infos.items()
        if info.seats is None or table.seat_count in info.seats
    ]


def _chosen(info: OptionInfo, name: str, options: Mapping[str, object]) -> str:
    labels = {choice.value: choice.label for choice in info.choices}
    value = options.get(name)
    if isinstance(value, str):
        return gettext(labels[value])
    return gettext("yes") if value else gettext("no")
