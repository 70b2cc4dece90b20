"""What the desk is asked about the site itself."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.forms.moderation import choice_field
from games.forms.staff.desk import ConfirmForm, ReasonForm
from games.models import SiteState
from games.services.rights.sign_up import A_WEEK, ONE_ACCOUNT, living_invitations
from games.services.rights.site_state import Doors

MOST_ACCOUNTS, MOST_DAYS = 100, 90


class DoorsForm(ReasonForm):
    """Whom the site lets in."""

    guests_welcome = forms.BooleanField(
        label=_("Allow guests to play"),
        required=False,
        help_text=_("If this is off, guests can finish their current games but can't join new ones."),
    )
    sign_up_open = forms.BooleanField(
        label=_("Allow anyone to create an account"),
        required=False,
        help_text=_("If this is off, people need an invitation link created here."),
    )
    field_order = ["guests_welcome", "sign_up_open", "reason"]

    def __init__(self, row: SiteState, data: Mapping[str, Any] | None = None) -> None:
        """Start from what holds now."""
        super().__init__(row, data)
        for name in ("guests_welcome", "sign_up_open"):
            self.fields[name].initial = getattr(row, name)

    def doors(self) -> Doors:
        """Return what was chosen."""
        return Doors(self.cleaned_data["guests_welcome"], self.cleaned_data["sign_up_open"])


class InvitationForm(ConfirmForm):
    """A link to sign up with."""

    note = forms.CharField(
        label=_("Who it's for"),
        max_length=80,
        required=False,
        help_text=_("Only administrators can see this."),
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )
    accounts = forms.IntegerField(
        label=_("Number of accounts"), min_value=1, max_value=MOST_ACCOUNTS, initial=ONE_ACCOUNT
    )
    days = forms.IntegerField(label=_("Valid for (days)"), min_value=1, max_value=MOST_DAYS, initial=A_WEEK)


class WithdrawForm(ConfirmForm):
    """Which invitation shall not work any more."""

    def __init__(self, row: SiteState, data: Mapping[str, Any] | None = None) -> None:
        """Offer those that still work."""
        super().__init__(row, data)
        self.fields["invitation"] = choice_field(
            _("Invitation"), [(str(invitation.pk), _label(invitation)) for invitation in living_invitations()]
        )


def _label(made: Any) -> str:
    words = {"note": made.note or "–", "left": made.uses_left, "until": made.until.strftime("%Y-%m-%d %H:%M")}
    return gettext("%(note)s (accounts left: %(left)d, valid until %(until)s UTC)") % words


class MailForm(ConfirmForm):
    """Where a test mail goes."""

    address = forms.EmailField(label=_("Email address"))
