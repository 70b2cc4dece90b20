"""What is asked before one of the staff sees what is private."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.moderation import text_field

SHORTEST = 3


def _reason() -> forms.CharField:
    return text_field(_("Reason"), 500, help_text=_("Administrators can read this in the audit log."))


class LookForm(forms.Form):
    """Why a private game is looked at."""

    reason = _reason()


class SearchForm(forms.Form):
    """What is searched for in the chat of all games, and why."""

    words = forms.CharField(
        label=_("Text to search for"),
        min_length=SHORTEST,
        max_length=100,
        widget=forms.TextInput(attrs={"dir": "auto", "class": "vTextField"}),
    )
    reason = _reason()
