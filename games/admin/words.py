"""What the desk calls things, in the reader's language; times with their zone.

Not in the models: a migration would follow every word. Fields are named as their columns are called.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.admin.filters import AllValuesFieldListFilter
from django.contrib.auth import get_user_model
from django.db.models import DateTimeField
from django.utils.text import format_lazy
from django.utils.translation import pgettext_lazy

from games.models import Appeal, AuditEntry, ChatLine, Game, Guest, Report, Sanction, Seat, SiteState
from games.templatetags.desk import penalty_name, reason_name
from games.templatetags.lobby import title_of

MODELS: dict[Any, tuple[Any, Any]] = {
    get_user_model(): (pgettext_lazy("desk", "account"), pgettext_lazy("desk", "accounts")),
    Appeal: (pgettext_lazy("desk", "appeal"), pgettext_lazy("desk", "appeals")),
    AuditEntry: (pgettext_lazy("desk", "audit log entry"), pgettext_lazy("desk", "audit log entries")),
    ChatLine: (pgettext_lazy("desk", "chat message"), pgettext_lazy("desk", "chat messages")),
    Game: (pgettext_lazy("desk", "game"), pgettext_lazy("desk", "games")),
    Guest: (pgettext_lazy("desk", "guest"), pgettext_lazy("desk", "guests")),
    Report: (pgettext_lazy("desk", "report"), pgettext_lazy("desk", "reports")),
    Sanction: (pgettext_lazy("desk", "sanction"), pgettext_lazy("desk", "sanctions")),
    Seat: (pgettext_lazy("desk", "seat"), pgettext_lazy("desk", "seats")),
    SiteState: (pgettext_lazy("desk", "site"), pgettext_lazy("desk", "the site")),
}
FIELDS: dict[str, Any] = {
    "action": pgettext_lazy("desk", "action"),
    "actor_name": pgettext_lazy("desk", "done by"),
    "address": pgettext_lazy("desk", "network"),
    "after": pgettext_lazy("desk", "after"),
    "answer": pgettext_lazy("desk", "answer"),
    "at": pgettext_lazy("desk", "when"),
    "before": pgettext_lazy("desk", "before"),
    "by": pgettext_lazy("desk", "decided by"),
    "claimed_by": pgettext_lazy("desk", "linked account"),
    "closed_at": pgettext_lazy("desk", "closed"),
    "commitment": pgettext_lazy("desk", "commitment"),
    "created_at": pgettext_lazy("desk", "since"),
    "decided_at": pgettext_lazy("desk", "decided"),
    "decided_by": pgettext_lazy("desk", "decided by"),
    "digest": pgettext_lazy("desk", "hash"),
    "ended_at": pgettext_lazy("desk", "ended"),
    "ending": pgettext_lazy("desk", "how it ended"),
    "game": pgettext_lazy("desk", "game"),
    "guests_welcome": pgettext_lazy("desk", "guests can play"),
    "guest": pgettext_lazy("desk", "guest"),
    "hidden_at": pgettext_lazy("desk", "hidden"),
    "host_index": pgettext_lazy("desk", "host"),
    "id": pgettext_lazy("desk", "ID"),
    "index": pgettext_lazy("desk", "seat"),
    "kind": pgettext_lazy("desk", "type"),
    "left": pgettext_lazy("desk", "left the table"),
    "lifted_at": pgettext_lazy("desk", "lifted"),
    "listed": pgettext_lazy("desk", "public"),
    "moved_at": pgettext_lazy("desk", "last move"),
    "name": pgettext_lazy("desk", "name"),
    "options": pgettext_lazy("desk", "options"),
    "outcome": pgettext_lazy("desk", "outcome"),
    "pace": pgettext_lazy("desk", "pace"),
    "phrase": pgettext_lazy("desk", "quick phrase"),
    "place": pgettext_lazy("desk", "rank"),
    "ply": pgettext_lazy("desk", "moves"),
    "points": pgettext_lazy("desk", "points"),
    "previous": pgettext_lazy("desk", "previous hash"),
    "rated": pgettext_lazy("desk", "rated"),
    "reason": pgettext_lazy("desk", "reason"),
    "report": pgettext_lazy("desk", "report"),
    "room": pgettext_lazy("desk", "room"),
    "ruleset_slug": pgettext_lazy("desk", "title"),
    "ruleset_version": pgettext_lazy("desk", "rules version"),
    "sign_up_open": pgettext_lazy("desk", "anyone can create an account"),
    "sanction": pgettext_lazy("desk", "sanction"),
    "seat_count": pgettext_lazy("desk", "seats"),
    "seen_at": pgettext_lazy("desk", "last seen"),
    "start_digest": pgettext_lazy("desk", "start digest"),
    "started_at": pgettext_lazy("desk", "started"),
    "starts_at": pgettext_lazy("desk", "since"),
    "state": pgettext_lazy("desk", "state"),
    "status": pgettext_lazy("desk", "state"),
    "taken_by": pgettext_lazy("desk", "claimed by"),
    "target": pgettext_lazy("desk", "target"),
    "text": pgettext_lazy("desk", "text"),
    "until": pgettext_lazy("desk", "until"),
    "user": pgettext_lazy("desk", "account"),
    "words": pgettext_lazy("desk", "text"),
}
ACTIONS: dict[str, Any] = {
    "adjudicate": pgettext_lazy("act of the staff", "Ended a game and set the ranks"),
    "admin-change": pgettext_lazy("act of the staff", "Changed a record"),
    "annul-ratings": pgettext_lazy("act of the staff", "Reverted rating changes"),
    "appeal-kept": pgettext_lazy("act of the staff", "Rejected an appeal"),
    "appeal-lifted": pgettext_lazy("act of the staff", "Granted an appeal"),
    "appoint": pgettext_lazy("act of the staff", "Changed a role"),
    "close-report": pgettext_lazy("act of the staff", "Closed a report"),
    "end-game": pgettext_lazy("act of the staff", "Ended a game"),
    "end-sessions": pgettext_lazy("act of the staff", "Signed an account out everywhere"),
    "free-seat": pgettext_lazy("act of the staff", "Freed a seat"),
    "hide-line": pgettext_lazy("act of the staff", "Hid a message"),
    "impose-chat": pgettext_lazy("act of the staff", "Muted a player"),
    "impose-hosting": pgettext_lazy("act of the staff", "Banned a player from creating tables"),
    "impose-site": pgettext_lazy("act of the staff", "Banned a player"),
    "impose-warning": pgettext_lazy("act of the staff", "Warned a player"),
    "invite-to-sign-up": pgettext_lazy("act of the staff", "Invited someone to sign up"),
    "lift-chat": pgettext_lazy("act of the staff", "Lifted a mute"),
    "lift-hosting": pgettext_lazy("act of the staff", "Lifted a ban on creating tables"),
    "lift-site": pgettext_lazy("act of the staff", "Lifted a ban"),
    "lift-warning": pgettext_lazy("act of the staff", "Withdrew a warning"),
    "make-owner": pgettext_lazy("act of the staff", "Made someone the owner"),
    "look": pgettext_lazy("act of the staff", "Viewed a private game"),
    "open-doors": pgettext_lazy("act of the staff", "Changed guest and sign-up settings"),
    "search-chat": pgettext_lazy("act of the staff", "Searched private chat"),
    "put-back-report": pgettext_lazy("act of the staff", "Released a report"),
    "remove-second-factor": pgettext_lazy("act of the staff", "Removed a second factor"),
    "rename": pgettext_lazy("act of the staff", "Renamed a player"),
    "sign-in-link": pgettext_lazy("act of the staff", "Created a one-time sign-in link"),
    "take-report": pgettext_lazy("act of the staff", "Claimed a report"),
    "test-mail": pgettext_lazy("act of the staff", "Sent a test email"),
    "withdraw-invitation": pgettext_lazy("act of the staff", "Withdrew an invitation to sign up"),
}


def name_models() -> None:
    """Let the admin call models and fields by these names."""
    apps.get_app_config("auth").verbose_name = pgettext_lazy("desk", "Accounts")
    for model, (one, many) in MODELS.items():
        model._meta.verbose_name, model._meta.verbose_name_plural = one, many
        for field in model._meta.fields:
            field.verbose_name = FIELDS.get(field.name, field.verbose_name)
            if isinstance(field, DateTimeField):
                field.verbose_name = in_zone(field.verbose_name)


def in_zone(label: Any) -> Any:
    """Return the name of a time with the zone in which the desk tells it."""
    return format_lazy("{} ({})", label, settings.TIME_ZONE)


def act_name(slug: str) -> str:
    """Return what was done, in the reader's language."""
    return str(ACTIONS.get(slug, slug))


class NamedValues(AllValuesFieldListFilter):
    """A filter by the values there are, each by its name."""

    NAMED = {
        "action": act_name,
        "kind": penalty_name,
        "reason": reason_name,
        "ruleset_slug": title_of,
        "sanction__kind": penalty_name,
    }

    def choices(self, changelist: Any) -> Iterator[Mapping[str, Any]]:
        """Return what is offered, with names."""
        name = self.NAMED[self.field_path]
        for choice in super().choices(changelist):
            yield {**choice, "display": name(str(choice["display"]))}
