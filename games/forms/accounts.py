"""allauth's forms as this site has them."""

from functools import partial
from typing import Any

from allauth.account.forms import LoginForm, ResetPasswordForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.services import later


class SignInForm(LoginForm):
    """The fields by the names that the rest of the site gives them."""

    def __init__(self, *args: Any, **values: Any) -> None:
        """Name the fields."""
        super().__init__(*args, **values)
        self.fields["login"].label = _("Username or email")
        self.fields["remember"].label = _("Stay signed in")


class ResetForm(ResetPasswordForm):
    """Where to send a new password; the answer takes as long whether or not there is such an account."""

    def save(self, request: HttpRequest, **values: Any) -> str:
        """Send it behind the answer's back."""
        later.start(partial(super().save, request, **values))
        email: str = self.cleaned_data["email"]
        return email
