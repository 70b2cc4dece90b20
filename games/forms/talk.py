"""Saying something at a table."""

import secrets
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.forms.texts import normal_line
from games.selectors.phrases import PHRASES
from games.services.company.talk import Saying

MAX_LINE = 300


def new_form() -> str:
    """Return what tells one rendered form from every other."""
    return secrets.token_hex(8)


def clean_line(text: str) -> str:
    """Return the line in its one normal form."""
    line = normal_line(text)
    if not line:
        raise ValidationError(_("Type a message first."))
    if len(line) > MAX_LINE:
        raise ValidationError(_("Messages can be up to 300 characters."))
    return line


class LineField(forms.CharField):
    """One line of plain text."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Stop typing where the line would be refused; let the text run its own way."""
        attrs = {
            "placeholder": self.label,
            "maxlength": str(MAX_LINE),
            "autocomplete": "off",
            "dir": "auto",
            "enterkeyhint": "send",
        }
        return {**super().widget_attrs(widget), **attrs}

    def clean(self, value: Any) -> str:
        """Return the cleaned line."""
        return clean_line(value or "")


class SayForm(forms.Form):
    """Own words or a phrase; a phrase goes first, whatever was being written stays where it is."""

    text = LineField(label=_("Message"), required=False)
    phrase = forms.ChoiceField(choices=list(PHRASES.items()), required=False)
    once = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput, initial=new_form)

    def __init__(self, data: Any = None, **values: Any) -> None:
        """Read only what counts."""
        super().__init__(data, auto_id="talk-%s", **values)
        if data is not None:
            del self.fields["text" if data.get("phrase") else "phrase"]

    @property
    def refusal(self) -> str:
        """What is wrong, in one sentence."""
        return " ".join(str(text) for texts in self.errors.values() for text in texts)

    def saying(self) -> Saying:
        """Return what is to be said."""
        return Saying(**self.cleaned_data)
