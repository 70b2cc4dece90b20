"""The site itself: whom it lets in, invitations to sign up, and how its mail does."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.admin.acts import Act, DeskAdmin
from games.forms.staff.site import DoorsForm, InvitationForm, MailForm, WithdrawForm
from games.models import SiteState
from games.services.delivery.mail_state import mail_state, send_test_mail
from games.services.rights import sign_up
from games.services.rights.site_state import RIGHT, Doors, open_doors, stored_state
from games.services.rights.staff import Staff


def _open_doors(staff: Staff, row: SiteState, said: dict[str, Any]) -> None:
    open_doors(staff, Doors(said["guests_welcome"], said["sign_up_open"]), said["reason"])


def _invite(staff: Staff, row: SiteState, said: dict[str, Any]) -> str:
    plan = sign_up.InvitationPlan(said["accounts"], said["days"], said["note"])
    return reverse("games:invited", args=[sign_up.invite(staff, plan)])


@admin.register(SiteState)
class SiteAdmin(DeskAdmin):
    """One page about the whole site."""

    body = "admin/site.html"
    fields = ["guests_welcome", "sign_up_open"]
    acts = (
        Act("doors", _("Manage guests and sign-up"), RIGHT, DoorsForm, _open_doors),
        Act("invite", _("Invite to sign up"), RIGHT, InvitationForm, _invite, shown="admin/link.html"),
        Act(
            "withdraw", _("Withdraw invitation"), RIGHT, WithdrawForm,
            lambda staff, row, said: sign_up.withdraw(staff, int(said["invitation"])),
            lambda row: bool(sign_up.living_invitations()),
        ),
        Act(
            "test-mail", _("Send test email"), RIGHT, MailForm,
            lambda staff, row, said: send_test_mail(staff, said["address"]),
        ),
    )  # fmt: skip

    def title_of(self, row: SiteState) -> str:
        """Return the site's name."""
        return str(row)

    def about(self, request: HttpRequest, row: SiteState) -> dict[str, Any]:
        """Tell how the mail does, and who may still sign up by invitation."""
        return {"mail": mail_state(), "invitations": sign_up.living_invitations()}

    def get_queryset(self, request: HttpRequest) -> QuerySet[SiteState]:
        """Return the one row, which a new site does not have yet."""
        stored_state()
        return super().get_queryset(request)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Lead to the one page there is."""
        if not self.has_view_permission(request):
            return super().changelist_view(request, extra_context)
        return redirect("admin:games_sitestate_change", SiteState.ONLY)
