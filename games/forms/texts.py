"""Texts of several lines."""

from typing import Any

from django import forms


class TextField(forms.CharField):
    """A text as long as its browser says: a line break is one character, however it is sent."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        """Return the text with its line breaks as browsers count them."""
        text: str = super().to_python(value)
        return text.replace("\r\n", "\n")
