"""Words and figures for what the moderators do."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import template
from django.conf import settings
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.timezone import localtime, now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.selectors.desk.figures import Month
from games.selectors.desk.moderation import queue
from games.services.moderation.reports import REASONS
from games.templatetags.live import filled

register = template.Library()

NAMES: dict[str, dict[str, Any]] = {
    "reports": {
        "person": _("players"),
        "name": _("names"),
        "line": _("messages"),
        "game": _("games"),
    },
    "outcomes": {"acted": _("action taken"), "nothing": _("no action needed")},
    "sanctions": {
        "warning": _("warnings"),
        "chat": _("mutes"),
        "hosting": _("bans from creating tables"),
        "site": _("bans from the site"),
    },
    "appeals": {"open": _("pending"), "kept": _("rejected"), "lifted": _("granted")},
}
SETS: dict[str, Any] = {
    "reports": _("Reports"),
    "outcomes": _("Outcomes"),
    "sanctions": _("Decisions"),
    "appeals": _("Appeals"),
}
PENALTIES: dict[str, Any] = {
    "warning": pgettext_lazy("sanction", "Warning"),
    "chat": _("Mute (no chat)"),
    "hosting": _("Ban from creating tables"),
    "site": _("Ban from the site"),
}


@register.filter
def figure_sets(month: Month) -> list[tuple[Any, list[tuple[Any, int]]]]:
    """Return the figures of a month, set by set under its title, in a fixed order and without the zeros."""
    return [
        (title, [(name, n) for key, name in NAMES[sort].items() if (n := getattr(month, sort)[key])])
        for sort, title in SETS.items()
    ]


@register.filter
def duration(length: timedelta) -> str:
    """Return how long something lasted, in the reader's words, in full minutes and at least one."""
    moment = now()
    return timesince(moment - max(length, timedelta(minutes=1)), moment)


@register.filter
def reason_name(slug: str) -> str:
    """Return a report's reason in the reader's language."""
    return filled(REASONS.get(slug, slug), None)


@register.filter
def penalty_name(kind: str) -> str:
    """Return what a sanction is, in the reader's language."""
    return str(PENALTIES.get(kind, kind))


@register.filter
def clock_time(text: str) -> str:
    """Return the hour and minute of a moment kept as text, in the time zone of the desk."""
    moment = parse_datetime(text)
    return date_format(localtime(moment), "H:i") if moment else ""


@register.simple_tag
def desk_zone() -> str:
    """Return the name of the time zone in which the desk tells times."""
    return str(settings.TIME_ZONE)


@register.simple_tag(takes_context=True)
def desk_queue(context: Mapping[str, Any]) -> dict[str, int]:
    """Return what waits at the desk for the member of the staff who looks."""
    return queue(context["user"].pk)
