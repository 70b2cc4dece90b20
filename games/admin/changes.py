"""What an entry of the staff's log says in words: about whom, and what was before and after."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models import AuditEntry, Game, Report
from games.services.rights.staff import ADMINISTRATORS, MODERATORS
from games.templatetags.desk import desk_zone

KINDS: dict[str, tuple[Any, str]] = {
    "user": (pgettext_lazy("desk", "account"), "admin:auth_user_change"),
    "guest": (pgettext_lazy("desk", "guest"), "admin:games_guest_change"),
    "game": (pgettext_lazy("desk", "game"), "admin:games_game_change"),
    "report": (pgettext_lazy("desk", "report"), "admin:games_report_change"),
    "sanction": (pgettext_lazy("desk", "sanction"), "admin:games_sanction_change"),
    "line": (pgettext_lazy("desk", "chat message"), "admin:games_chatline_change"),
    "chat": (pgettext_lazy("desk", "chat messages"), ""),
    "invitation": (pgettext_lazy("desk", "invitation to sign up"), ""),
    "site": (pgettext_lazy("desk", "the site"), ""),
}
FACTS: dict[str, Any] = {
    "accounts": pgettext_lazy("desk", "accounts"),
    "annulled": _("changes reverted"),
    "chat": _("chat shown"),
    "factors": _("second factors"),
    "groups": _("role"),
    "guests_welcome": pgettext_lazy("desk", "guests can play"),
    "hidden": _("hidden"),
    "lines": _("messages found"),
    "name": pgettext_lazy("desk", "name"),
    "network_days": pgettext_lazy("desk", "new players from the same network blocked (days)"),
    "networks": pgettext_lazy("desk", "networks blocked"),
    "note": _("Who it's for"),
    "outcome": pgettext_lazy("desk", "outcome"),
    "owner": _("owner"),
    "places": _("ranks"),
    "ply": pgettext_lazy("desk", "moves"),
    "report": pgettext_lazy("desk", "report"),
    "sanction": pgettext_lazy("desk", "sanction"),
    "seat": pgettext_lazy("desk", "seat"),
    "sessions": _("devices signed in"),
    "sign_up_open": pgettext_lazy("desk", "anyone can create an account"),
    "status": pgettext_lazy("desk", "state"),
    "until": pgettext_lazy("desk", "until"),
    "words": pgettext_lazy("desk", "text"),
}
GROUPS: dict[str, Any] = {MODERATORS: _("Moderator"), ADMINISTRATORS: _("Administrator")}
NOTHING = "–"


def target_of(entry: AuditEntry) -> SafeString:
    """Return what an entry is about: its kind and its name of that time, leading to its page."""
    kind, _sep, key = entry.target.partition(":")
    if kind not in KINDS:
        return format_html("{}", entry.target)
    word, page = KINDS[kind]
    words = (
        format_html("{} <bdi>{}</bdi>", word, entry.target_name or _short(key))
        if key
        else format_html("{}", word)
    )
    return format_html('<a href="{}">{}</a>', reverse(page, args=[key]), words) if key and page else words


def _short(key: str) -> str:
    return key[:8]


def actor_of(entry: AuditEntry) -> SafeString:
    """Return who acted, leading to the account."""
    if entry.actor_id is None:
        return format_html("<bdi>{}</bdi>", entry.actor_name)
    page = reverse("admin:auth_user_change", args=[entry.actor_id])
    return format_html('<a href="{}"><bdi>{}</bdi></a>', page, entry.actor_name)


def change_of(entry: AuditEntry) -> SafeString:
    """Return what an entry says of before and after, fact by fact."""
    keys = [*entry.before, *(key for key in entry.after if key not in entry.before)]
    facts = ((_fact(key, entry),) for key in keys if _tells(key, entry))
    return format_html_join(mark_safe("<br>"), "{}", facts) or format_html("{}", NOTHING)


def _tells(key: str, entry: AuditEntry) -> bool:
    """Tell whether a fact changed, or stands on one side alone and says something."""
    sides = [side[key] for side in (entry.before, entry.after) if key in side]
    return sides[0] != sides[1] if len(sides) == 2 else sides[0] is not None or key == "until"


def _fact(key: str, entry: AuditEntry) -> SafeString:
    name = FACTS.get(key, key)
    sides = [_worded(key, side[key]) for side in (entry.before, entry.after) if key in side]
    return format_html("{}: {}", name, format_html_join(" → ", "<bdi>{}</bdi>", ((side,) for side in sides)))


def _worded(key: str, value: Any) -> Any:
    """Return a value in words, a row it names as a link."""
    if key in WORDS:
        return WORDS[key](value)
    if key in KINDS and value is not None:
        return format_html('<a href="{}">{}</a>', reverse(KINDS[key][1], args=[value]), value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, dict):
        return _joined(f"{name}: {each}" for name, each in value.items())
    if isinstance(value, list):
        return _joined(value)
    return NOTHING if value in (None, "") else value


def _joined(values: Iterable[Any]) -> str:
    return ", ".join(map(str, values)) or NOTHING


def _until(value: Any) -> str:
    moment: datetime | None = parse_datetime(value) if value else None
    if moment is None:
        return gettext("permanent")
    return f"{date_format(localtime(moment), 'SHORT_DATETIME_FORMAT')} ({desk_zone()})"


def _label_in(choices: Any) -> Callable[[Any], str]:
    return lambda value: str(dict(choices.choices).get(value, value))


WORDS: dict[str, Callable[[Any], Any]] = {
    "chat": lambda value: gettext("yes") if value else gettext("no"),
    "groups": lambda value: _joined(GROUPS.get(name, name) for name in value),
    "outcome": _label_in(Report.Outcome),
    "seat": lambda index: index + 1,
    "status": _label_in(Game.Status),
    "until": _until,
}
