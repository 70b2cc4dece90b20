"""allauth's forms of second factors, with the words of this site."""

from typing import Any, ClassVar

from allauth.mfa.base import forms as codes
from allauth.mfa.totp import forms as app
from allauth.mfa.webauthn import forms as keys
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.forms.accounts import Named

KEY_NAME = _("Key name")
NEEDS_SCRIPTS = "This functionality requires JavaScript."
"""allauth's own words, which it has translated."""


class CodeForm(Named, codes.AuthenticateForm):
    """A code from the app, or one of those for a day without it, when signing in."""

    names: ClassVar = {"code": _("Code")}


class CodeAgainForm(Named, codes.ReauthenticateForm):
    """The same once more, before something that matters."""

    names: ClassVar = {"code": _("Code")}


class KeyAloneForm(Named, keys.LoginWebAuthnForm):
    """What a key says when it signs in by itself; where scripts are off nothing asks it."""

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        self.fields["credential"].error_messages["required"] = gettext(NEEDS_SCRIPTS)


class AppForm(Named, app.ActivateTOTPForm):
    """The first code shows that the app has the key."""

    names: ClassVar = {"code": _("Code from the app")}


class AddKeyForm(Named, keys.AddWebAuthnForm):
    """A key of a device or a keyring, and whether it does without the password."""

    names: ClassVar = {"name": KEY_NAME}
    passwordless = forms.BooleanField(
        label=_("Sign in with this key alone"),
        required=False,
        help_text=_("Instead of your password, your device asks for your fingerprint, your face or its PIN."),
    )


class RenameKeyForm(Named, keys.EditWebAuthnForm):
    """What a key is called."""

    names: ClassVar = {"name": KEY_NAME}
