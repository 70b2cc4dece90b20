"""How somebody wants to hear of their games."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models import Profile
from games.services.delivery import outside
from games.services.notices.undelivered import Undelivered


def public_address(url: str) -> None:
    """Refuse an address that the site may not call."""
    try:
        outside.checked(url)
    except Undelivered as error:
        raise ValidationError(gettext(error.reason)) from error


class NoticeForm(forms.Form):
    """Mails and the webhook."""

    mails = forms.ChoiceField(
        label=_("When it's your turn"),
        choices=[
            (Profile.Mails.TURN, _("An email after 10 minutes")),
            (Profile.Mails.DIGEST, _("One email a day, at 7:00 UTC")),
            (Profile.Mails.NONE, _("No email")),
        ],
        widget=forms.RadioSelect,
    )
    reminders = forms.BooleanField(
        label=_("Remind me before my time in a game runs out"),
        required=False,
    )
    desk_calls = forms.BooleanField(
        label=_("Notify me when reports or appeals are waiting for review"),
        required=False,
        help_text=_("At most once an hour each, no matter how many there are."),
    )
    webhook = forms.URLField(
        label=_("Webhook"),
        required=False,
        max_length=500,
        assume_scheme="https",
        validators=[public_address],
        help_text=_("The URL of a Discord or Slack webhook, or of any other service that accepts webhooks."),
    )

    def __init__(self, profile: Profile, data: Any = None) -> None:
        """Start from what is chosen now."""
        chosen = {name: getattr(profile, name) for name in self.base_fields}
        super().__init__(data, initial=chosen)
        if not profile.user.is_staff:
            del self.fields["desk_calls"]


class EndpointForm(forms.Form):
    """Which browser takes no more messages."""

    endpoint = forms.CharField(max_length=500)


class BrowserForm(forms.Form):
    """What a browser says of itself when it subscribes to messages."""

    endpoint = forms.URLField(max_length=500, assume_scheme="https", validators=[public_address])
    p256dh = forms.RegexField(r"^[A-Za-z0-9_-]{80,120}=*$", max_length=120)
    auth = forms.RegexField(r"^[A-Za-z0-9_-]{16,60}=*$", max_length=60)

    def clean_endpoint(self) -> str:
        """Return the address, which is secret and so never called in the open."""
        endpoint: str = self.cleaned_data["endpoint"]
        if not endpoint.startswith("https://"):
            raise ValidationError(gettext(outside.NOT_AN_ADDRESS))
        return endpoint
