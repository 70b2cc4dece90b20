"""What was decided about people, and their appeals."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.admin.acts import Act, DeskAdmin, staff_of
from games.admin.words import FIELDS, NamedValues
from games.forms.staff.desk import DecideForm, ReasonForm
from games.models import Appeal, Sanction
from games.services.moderation.appeals import RIGHT, decide, may_decide
from games.services.moderation.penalties import lift, person_of
from games.services.rights.staff import can_decide_about
from games.templatetags.desk import penalty_name

SHORT = 80


def _name(sanction: Sanction) -> SafeString:
    return format_html("<bdi>{}</bdi>", sanction.user or sanction.guest or "–")


def _title(sanction: Sanction) -> str:
    return f"{penalty_name(sanction.kind)} · {sanction.user or sanction.guest or '–'}"


@admin.register(Sanction)
class SanctionAdmin(DeskAdmin):
    """Warnings, mutes and bans."""

    fields = ["user", "guest", "what", "reason", "report", "by", "starts_at", "until", "lifted_at", "seen_at"]
    list_display = ["who", "what", "holds", "why", "by", "starts_at", "until"]
    list_filter = [("kind", NamedValues), "starts_at"]
    list_select_related = ["user", "guest", "by"]
    date_hierarchy = "starts_at"
    search_fields = ["user__username", "guest__name", "reason"]
    acts = (
        Act(
            "lift", _("Lift sanction"), "games.change_sanction", ReasonForm,
            lambda staff, row, said: lift(staff, row.pk, said["reason"]), Sanction.is_in_force, for_many=True,
        ),
    )  # fmt: skip

    def offered(self, request: HttpRequest, row: Sanction) -> list[Act]:
        """Return the acts, unless the person's rank is not below that of who looks."""
        is_below = can_decide_about(staff_of(request), person_of(row))
        return super().offered(request, row) if is_below else []

    def title_of(self, row: Sanction) -> str:
        """Return what was decided, and about whom."""
        return _title(row)

    @admin.display(description=FIELDS["kind"], ordering="kind")
    def what(self, sanction: Sanction) -> str:
        """Return what was decided."""
        return penalty_name(sanction.kind)

    @admin.display(description=_("player"))
    def who(self, sanction: Sanction) -> SafeString:
        """Return whom it holds for."""
        return _name(sanction)

    @admin.display(description=_("reason"))
    def why(self, sanction: Sanction) -> str:
        """Return how the reason begins."""
        return Truncator(sanction.reason).chars(SHORT)

    @admin.display(description=pgettext_lazy("sanction", "active"), boolean=True)
    def holds(self, sanction: Sanction) -> bool:
        """Return whether it holds now."""
        return sanction.is_in_force()


@admin.register(Appeal)
class AppealAdmin(DeskAdmin):
    """What people say against it."""

    fields = ["words", "state", "answer", "decided_by", "created_at", "decided_at"]
    list_display = ["who", "kind", "state", "said", "decided_by", "created_at"]
    list_filter = ["state", ("sanction__kind", NamedValues)]
    list_select_related = ["sanction__user", "sanction__guest", "decided_by"]
    date_hierarchy = "created_at"
    search_fields = ["words", "sanction__user__username", "sanction__guest__name"]
    acts = (
        Act(
            "decide", _("Decide appeal"), RIGHT, DecideForm,
            lambda staff, row, said: decide(
                staff, row.pk, lift=said["decision"] == "lift", answer=said["answer"]
            ),
            lambda row: row.state == Appeal.State.OPEN,
        ),
    )  # fmt: skip

    def offered(self, request: HttpRequest, row: Appeal) -> list[Act]:
        """Return the acts, unless it is for a colleague to decide."""
        return super().offered(request, row) if may_decide(staff_of(request), row) else []

    def title_of(self, row: Appeal) -> str:
        """Return what the appeal is against, and whose it is."""
        return _title(row.sanction)

    @admin.display(description=_("player"))
    def who(self, appeal: Appeal) -> SafeString:
        """Return who appeals."""
        return _name(appeal.sanction)

    @admin.display(description=_("text"))
    def said(self, appeal: Appeal) -> str:
        """Return how the appeal begins."""
        return Truncator(appeal.words).chars(SHORT)

    @admin.display(description=_("sanction"), ordering="sanction__kind")
    def kind(self, appeal: Appeal) -> str:
        """Return what it is against."""
        return penalty_name(appeal.sanction.kind)

    def about(self, request: HttpRequest, row: Appeal) -> dict[str, Any]:
        """Lead to the decision it is about."""
        return {
            "links": [(_("The sanction"), reverse("admin:games_sanction_change", args=[row.sanction_id]))]
        }
