"""What the desk is asked before it acts on a row."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.forms.moderation import choice_field, text_field
from games.forms.names import NameField, players_name
from games.models import Game, Report
from games.selectors.players.sanctions import Kind
from games.selectors.viewers import Viewer, viewer_behind
from games.services.moderation.penalties import Penalty
from games.services.rights.newcomers import networks_of
from games.services.rights.ranks import RANK_OF_GROUP, rank_of
from games.services.rights.staff import ADMINISTRATORS, MODERATORS

DURATIONS = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
}


class ConfirmForm(forms.Form):
    """An act that only wants to be confirmed."""

    def __init__(self, row: Any, data: Mapping[str, Any] | None = None) -> None:
        """Remember the row, which may say what there is to choose."""
        super().__init__(data)
        self.row = row


class ReasonForm(ConfirmForm):
    """An act that needs a reason."""

    reason = text_field(
        _("Reason"),
        500,
        help_text=_("Kept in the audit log. If the player is notified, they can read it too."),
    )


class CloseForm(ConfirmForm):
    """How a report ends."""

    outcome = choice_field(
        _("Outcome"),
        [(Report.Outcome.ACTED, _("Action taken")), (Report.Outcome.NOTHING, _("No action needed"))],
    )
    answer = text_field(_("Reply to everyone who reported this"), 500, required=False)


class DecideForm(ConfirmForm):
    """How an appeal ends."""

    decision = choice_field(_("Decision"), [("keep", _("Uphold sanction")), ("lift", _("Lift sanction"))])
    answer = text_field(_("Answer to the player"), 500)


class PenaltyForm(ReasonForm):
    """Which penalty, for how long, and why."""

    kind = choice_field(
        _("What"),
        [
            (Kind.WARNING, _("Warn")),
            (Kind.CHAT, _("Mute (no chat)")),
            (Kind.HOSTING, _("Ban from creating tables")),
            (Kind.SITE, _("Ban from the site")),
        ],
    )
    duration = choice_field(
        _("How long"),
        [
            ("hour", _("1 hour")),
            ("day", _("1 day")),
            ("week", _("7 days")),
            ("month", _("30 days")),
            ("date", _("Until the date below")),
            ("ever", _("Permanently")),
        ],
        initial="day",
        help_text=_("Doesn't apply to warnings."),
    )
    until = forms.DateTimeField(
        label=format_lazy("{} ({})", _("Date and time"), settings.TIME_ZONE),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    network_days = choice_field(
        _("New guests and accounts from the same network"),
        [("0", _("Still allowed")), ("1", _("Blocked for 1 day")), ("7", _("Blocked for 7 days")),
         ("30", _("Blocked for 30 days"))],
        required=False,
        initial="0",
        help_text=_("Only with a ban from the site. Anyone already playing from that network isn't "
"affected."),
    )  # fmt: skip
    field_order = ["kind", "duration", "until", "network_days", "reason"]

    def __init__(self, row: Any, data: Mapping[str, Any] | None = None) -> None:
        """Say so if no network of the person is known: guests of older sites have none."""
        super().__init__(row, data)
        person = (row.user or row.guest) if isinstance(row, Report) else row
        if person and not networks_of(viewer_behind(person), timezone.now()):
            unknown = gettext("We don't know %(name)s's network, so this has no effect on them.")
            self.fields["network_days"].help_text = unknown % {"name": person}

    def clean(self) -> dict[str, Any]:
        """Put the moment at which it ends into ``until``; None means never."""
        cleaned = super().clean() or {}
        if cleaned.get("kind") and cleaned.get("duration"):
            cleaned["until"] = self._end(cleaned)
        return cleaned

    def _end(self, cleaned: dict[str, Any]) -> datetime | None:
        duration, now, chosen = cleaned["duration"], timezone.now(), cleaned.get("until")
        if cleaned["kind"] == Kind.WARNING or duration == "ever":
            return None
        if duration != "date":
            return now + DURATIONS[duration]
        if not (chosen and chosen > now):
            self.add_error("until", _("Choose a time in the future."))
        return chosen


def penalty_said(said: dict[str, Any], report: Report | None = None) -> Penalty:
    """Return what a valid form decides."""
    kind = Kind(said["kind"])
    days = int(said["network_days"] or 0) if kind == Kind.SITE else 0
    return Penalty(kind, said["reason"], said["until"], report, days)


class RenameForm(ReasonForm):
    """Another name for somebody."""

    name = NameField(label=_("New name"))
    field_order = ["name", "reason"]

    def clean_name(self) -> str:
        """Give no player a name of the staff."""
        name: str = self.cleaned_data["name"]
        return name if getattr(self.row, "is_staff", False) else players_name(name)


class AppointForm(ReasonForm):
    """What an account may do at the desk."""

    group = choice_field(
        _("Role"),
        [(MODERATORS, _("Moderator")), (ADMINISTRATORS, _("Administrator")), ("", _("None"))],
        required=False,
    )
    field_order = ["group", "reason"]

    def __init__(self, row: Any, data: Mapping[str, Any] | None = None) -> None:
        """Begin with the role that the account has."""
        super().__init__(row, data)
        groups = {rank: group for group, rank in RANK_OF_GROUP.items()}
        self.fields["group"].initial = groups.get(rank_of(Viewer(user_id=row.pk)))


class SeatForm(ReasonForm):
    """Which seat of a game is meant."""

    def __init__(self, row: Game, data: Mapping[str, Any] | None = None) -> None:
        """Offer the seats that people hold."""
        super().__init__(row, data)
        held = [(str(seat.index), seat.name) for seat in row.seats.all() if seat.is_person]
        self.fields["seat"] = choice_field(_("Seat"), held)
        self.order_fields(["seat", "reason"])
