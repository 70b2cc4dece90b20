"""The queue: what was reported, with the evidence of that moment."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.acts import Act, DeskAdmin
from games.admin.looks import look_address
from games.admin.words import NamedValues
from games.forms.staff.desk import CloseForm, ConfirmForm, PenaltyForm, ReasonForm, penalty_said
from games.models import Report
from games.selectors.desk.moderation import shown_reports
from games.services.moderation import desk, reports
from games.services.moderation.penalties import impose, person_of
from games.services.rights.staff import Staff
from games.templatetags.desk import reason_name

State = Report.State
RIGHT = "games.change_report"


def _punish(staff: Staff, report: Report, said: dict[str, Any]) -> None:
    impose(staff, person_of(report), penalty_said(said, report))


def _is_about_somebody(report: Report) -> bool:
    return person_of(report).is_known


@admin.register(Report)
class ReportAdmin(DeskAdmin):
    """Reports in the order in which they came, those folded into another counted there."""

    body = "admin/report.html"
    fields = ["kind", "state", "taken_by", "outcome", "answer", "created_at", "closed_at"]
    list_display = ["what", "why", "state", "taken_by", "told", "outcome", "created_at"]
    list_filter = ["state", "kind", ("reason", NamedValues), "outcome", "created_at"]
    list_select_related = ["taken_by"]
    ordering = ["-state", "created_at"]
    # SQLite keeps what is not ASCII escaped in JSON, and finds it only by its key.
    search_fields = ["words", "evidence", "evidence__name", "user__username", "=game__id"]
    acts = (
        Act(
            "take", _("Claim"), RIGHT, ConfirmForm,
            lambda staff, row, said: reports.take(staff, row.pk),
            lambda row: row.state == State.OPEN, for_many=True,
        ),
        Act(
            "close", _("Close report"), RIGHT, CloseForm,
            lambda staff, row, said: reports.close(staff, row.pk, said["outcome"], said["answer"]),
            lambda row: row.state != State.CLOSED, for_many=True,
        ),
        Act(
            "put-back", _("Release"), RIGHT, ReasonForm,
            lambda staff, row, said: reports.put_back(staff, row.pk, said["reason"]),
            lambda row: row.state == State.TAKEN,
        ),
        Act(
            "penalty", _("Warn, mute or ban"), "games.add_sanction", PenaltyForm, _punish, _is_about_somebody,
        ),
        Act(
            "hide-line", _("Hide message"), "games.change_chatline", ReasonForm,
            lambda staff, row, said: desk.hide_line(staff, row.line_id, said["reason"]),
            lambda row: row.line_id is not None,
        ),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Count at each what was folded into it; leave out what is confidential."""
        shown = shown_reports(request.user.pk).order_by(*self.ordering)
        alike = Report.objects.filter(folded_into=OuterRef("pk")).order_by().values("folded_into")
        others = Subquery(alike.annotate(count=Count("pk")).values("count"))
        return shown.annotate(others=Coalesce(others, 0))

    def title_of(self, row: Report) -> str:
        """Return what was reported."""
        return f"{row.get_kind_display()} · {row.evidence.get('name', '')} · {self.why(row)}"

    @admin.display(description=_("subject"))
    def what(self, report: Report) -> SafeString:
        """Return what kind of thing was reported, and its name then."""
        return format_html("{}: <bdi>{}</bdi>", report.get_kind_display(), report.evidence.get("name", ""))

    @admin.display(description=_("reason"), ordering="reason")
    def why(self, report: Report) -> str:
        """Return the reason that was chosen."""
        return reason_name(report.reason)

    @admin.display(description=_("number of reports"), ordering="others")
    def told(self, report: Report) -> str:
        """Return how many people reported it."""
        return str(1 + report.others)

    def about(self, request: HttpRequest, row: Report) -> dict[str, Any]:
        """Tell who said what, and link to whom and what it is about."""
        said = [row, *row.folded.select_related("by_user", "by_guest")]
        links = [
            (_("The player"), "admin:auth_user_change", row.user_id),
            (_("The guest"), "admin:games_guest_change", row.guest_id),
            (_("The game"), "admin:games_game_change", row.game_id),
        ]
        shown = [(label, f"{reverse(name, args=[pk])}?report={row.pk}") for label, name, pk in links if pk]
        if row.game_id:
            shown.append((_("View table and log"), look_address(row.game_id, row.pk)))
        return {"said": said, "links": shown}
