"""Reporting something, and appealing against a decision."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.forms.texts import TextField
from games.models import Seat
from games.services.moderation.reports import MOST_WORDS, REASONS, REASONS_OF, Kind

WHOLE_GAME = ""


def text_field(label: Any, most: int, **values: Any) -> TextField:
    """Return a field for a few sentences."""
    widget = forms.Textarea(attrs={"rows": 3, "maxlength": most, "dir": "auto"})
    return TextField(label=label, max_length=most, widget=widget, **values)


def choice_field(label: Any, choices: Iterable[tuple[str, Any]], **values: Any) -> forms.ChoiceField:
    """Return a field to choose one of a few things, all of them shown."""
    return forms.ChoiceField(label=label, choices=list(choices), widget=forms.RadioSelect, **values)


class ReportForm(forms.Form):
    """Why something is reported; at a table also who."""

    def __init__(self, kind: str, seats: Iterable[Seat], data: Any = None) -> None:
        """Offer the reasons that fit, and the seats whose holders may be meant."""
        super().__init__(data)
        people = [(str(seat.index), seat.name) for seat in seats]
        if people:
            whole = (WHOLE_GAME, _("The whole game"))
            self.fields["about"] = choice_field(
                _("Who's this about?"), [whole, *people], required=False, initial=""
            )
        reasons = REASONS_OF[Kind.PERSON if people else Kind(kind)]
        self.fields["reason"] = choice_field(
            _("What's wrong?"), [(name, gettext(REASONS[name])) for name in reasons]
        )
        self.fields["words"] = text_field(_("Details (optional)"), MOST_WORDS, required=False)


class AppealForm(forms.Form):
    """Why somebody thinks that a decision about them is wrong."""

    sanction = forms.IntegerField(widget=forms.HiddenInput, max_value=2**53)
    words = text_field(
        _("Why should this sanction be lifted?"),
        1000,
        help_text=_("You can appeal each decision once. A different moderator will answer if possible."),
    )

    def __init__(self, sanction_id: int, data: Any = None) -> None:
        """Ask about one decision: a page has a form for each."""
        super().__init__(data, auto_id=f"%s-{sanction_id}", initial={"sanction": sanction_id})
