"""allauth's forms of accounts, with the words of this site."""

from functools import partial
from typing import Any, ClassVar

from allauth.account import forms
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules.words import gettext_noop
from games.services.background import later

NEW_PASSWORD = {"password1": _("New password"), "password2": _("Repeat new password")}


# allauth says it below every password that is asked for; the translations are ours.
gettext_noop("Forgot your password?")


class Named:
    """Gives the fields of a form these labels, and no placeholders that say the same again."""

    names: ClassVar[dict[str, Promise | str]] = {}

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        fields: dict[str, Any] = self.fields  # type: ignore[attr-defined]
        for name, label in self.names.items():
            fields[name].label = label
        for field in fields.values():
            field.widget.attrs.pop("placeholder", None)


class SignInForm(Named, forms.LoginForm):
    """Username or email, and the password."""

    names: ClassVar = {"login": _("Username or email"), "remember": _("Stay signed in")}


class SignUpForm(Named, forms.SignupForm):
    """A name and a password; an address is not asked of anybody."""

    names: ClassVar = {
        "username": _("Username"),
        "email": _("Email address (optional)"),
        "password2": _("Repeat password"),
    }


class EmailForm(Named, forms.AddEmailForm):
    """One more address."""

    names: ClassVar = {"email": _("Email address")}


class PasswordForm(Named, forms.ChangePasswordForm):
    """The password of now, and the one from now on."""

    names: ClassVar = {"oldpassword": _("Current password"), **NEW_PASSWORD}


class FirstPasswordForm(Named, forms.SetPasswordForm):
    """A password for who had none."""

    names: ClassVar = NEW_PASSWORD


class ForgottenPasswordForm(Named, forms.ResetPasswordKeyForm):
    """The password from now on, for who followed a link."""

    names: ClassVar = NEW_PASSWORD


class AgainForm(Named, forms.ReauthenticateForm):
    """The password once more, before something that matters."""


class ResetForm(Named, forms.ResetPasswordForm):
    """Where to send a new password; the answer takes as long whether or not there is such an account."""

    names: ClassVar = {"email": _("Email address")}

    def save(self, request: HttpRequest, **values: Any) -> str:
        """Send it behind the answer's back."""
        later.start(partial(super().save, request, **values))
        email: str = self.cleaned_data["email"]
        return email
