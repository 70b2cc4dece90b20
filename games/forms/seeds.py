"""A player's contribution to the shuffle."""

import secrets
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import fair


def random_seed() -> str:
    """Return 16 random bytes in hexadecimal, for those who do not type their own."""
    return secrets.token_hex(16)


class SeedField(forms.CharField):
    """A text that goes into the shuffle byte for byte, so it is not stripped."""

    def __init__(self, **values: Any) -> None:
        values.setdefault("label", _("Your seed"))
        values.setdefault(
            "help_text",
            _("It is mixed into the shuffle, so nobody can have fixed it. Random is fine; or type your own."),
        )
        super().__init__(required=False, strip=False, initial=random_seed, **values)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Keep browsers from remembering or correcting it."""
        attrs = {"maxlength": "64", "autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}
        return {**super().widget_attrs(widget), **attrs}

    def clean(self, value: Any) -> str:
        """Return the text as it was sent."""
        text = value or ""
        try:
            fair.clean_client_seed(text)
        except ValueError as error:
            raise ValidationError(gettext(str(error))) from error
        return text
