"""A player's contribution to the shuffle."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import fair


class SeedInput(forms.TextInput):
    """Where a contribution is typed; text that the browser added unseen does not come back as typed."""

    filled = False

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """Return what was sent, and note whether the browser made it up (see contribute.js)."""
        self.filled = f"{name}_filled" in data
        return super().value_from_datadict(data, files, name)

    def format_value(self, value: Any) -> Any:
        """Return what was typed, for the form to be sent again; a new random text needs no memory."""
        return None if self.filled else super().format_value(value)


class SeedField(forms.CharField):
    """A text that goes into the shuffle byte for byte, so it is not stripped."""

    def __init__(self, **values: Any) -> None:
        values.setdefault("label", _("Your seed"))
        values.setdefault(
            "help_text",
            _(
                "Any text. It helps randomise the shuffle. If you leave this empty, your browser "
                "adds random text."
            ),
        )
        super().__init__(required=False, strip=False, widget=SeedInput, **values)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Keep browsers from remembering or correcting it."""
        attrs = {"maxlength": "64", "autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}
        attrs["data-contribution"] = ""
        return {**super().widget_attrs(widget), **attrs}

    def clean(self, value: Any) -> str:
        """Return the text as it was sent."""
        text = value or ""
        try:
            fair.clean_client_seed(text)
        except ValueError as error:
            raise ValidationError(gettext(str(error))) from error
        return text
