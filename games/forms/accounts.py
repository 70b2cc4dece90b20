"""allauth's forms as this site has them."""

from functools import partial
from typing import Any

from allauth.account.forms import ResetPasswordForm
from django.http import HttpRequest

from games.services import later


class ResetForm(ResetPasswordForm):
    """Where to send a new password; the answer takes as long whether or not there is such an account."""

    def save(self, request: HttpRequest, **values: Any) -> str:
        """Send it behind the answer's back."""
        later.start(partial(super().save, request, **values))
        email: str = self.cleaned_data["email"]
        return email
