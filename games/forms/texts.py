"""Texts as people type them, in lines or of one."""

import unicodedata
from typing import Any

from django import forms

from games.forms.names import BLANK, FORBIDDEN, JOINER, MARKS, MAX_MARKS

MAX_READ = 2000
# Persian words and family emoji need them; alone they are as blank as any other.
_JOINERS = frozenset({"\u200c", JOINER})


class TextField(forms.CharField):
    """A text as long as its browser says: a line break is one character, however it is sent."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        """Return the text with its line breaks as browsers count them."""
        text: str = super().to_python(value)
        return text.replace("\r\n", "\n")


def normal_line(text: str) -> str:
    """Return a line with visible characters, single spaces and few marks on a letter; "" for a blank one."""
    shown = "".join(" " if char.isspace() else char for char in text[:MAX_READ] if not _is_hidden(char))
    line = _without_towers(unicodedata.normalize("NFC", " ".join(shown.split())))
    return line if any(unicodedata.category(char)[0] in "LNPS" for char in line) else ""


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
