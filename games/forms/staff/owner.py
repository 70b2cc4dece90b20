"""What is asked before the site is handed over."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.staff.desk import ReasonForm


class OwnerForm(ReasonForm):
    """Why somebody else is to own the site, and that this is understood."""

    sure = forms.BooleanField(
        label=_("Yes, transfer ownership"),
        help_text=_("You'll stay an administrator. Only the new owner can give the site back to you."),
    )
    field_order = ["reason", "sure"]
