"""Saying something at a table."""

import secrets
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.forms.names import BLANK, FORBIDDEN, JOINER, MARKS, MAX_MARKS
from games.selectors.phrases import PHRASES
from games.services.company.talk import Saying

MAX_LINE = 300
MAX_READ = 2000
# Persian words and family emoji need them; alone they are as blank as any other.
_JOINERS = frozenset({"\u200c", JOINER})


def new_form() -> str:
    """Return what tells one rendered form from every other."""
    return secrets.token_hex(8)


def clean_line(text: str) -> str:
    """Return the line in its one normal form: visible characters, single spaces, few marks on a letter."""
    shown = "".join(" " if char.isspace() else char for char in text[:MAX_READ] if not _is_hidden(char))
    line = _without_towers(unicodedata.normalize("NFC", " ".join(shown.split())))
    if not any(unicodedata.category(char)[0] in "LNPS" for char in line):
        raise ValidationError(_("Type a message first."))
    if len(line) > MAX_LINE:
        raise ValidationError(_("Messages can be up to 300 characters."))
    return line


def _is_hidden(char: str) -> bool:
    if char.isspace() or char in _JOINERS:
        return False
    return char in BLANK or unicodedata.category(char) in FORBIDDEN


def _without_towers(text: str) -> str:
    """Leave out the marks that would cover the lines around."""
    kept, marks = "", 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in MARKS else 0
        kept += char if marks <= MAX_MARKS else ""
    return kept


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
