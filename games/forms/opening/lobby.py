"""Looking for a table: the lobby's filter, and playing now."""

from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.rules import registry
from games.selectors.lobby import TableWish

MOST_FREE = 3
LONGEST_NAME = 60
PACES = [
    ("", _("Any pace")),
    (Game.Pace.LIVE, _("Live, with a clock")),
    (Game.Pace.DAYS, _("Days per move")),
    (Game.Pace.NONE, _("No clock")),
]


class FilterForm(forms.Form):
    """What the lobby shows; a value that means nothing is as good as none."""

    title = forms.ChoiceField(label=pgettext_lazy("which of the titles", "Game"), required=False)
    free = forms.ChoiceField(label=_("Free seats"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), required=False, choices=PACES)

    def __init__(self, data: Any) -> None:
        """Offer the titles there are."""
        super().__init__(data, auto_id="filter-%s")
        self.fields["title"].choices = _title_choices()
        self.fields["free"].choices = _free_choices()

    def wanted(self) -> TableWish:
        """Return what was asked for."""
        self.is_valid()
        cleaned = self.cleaned_data
        return TableWish(cleaned.get("title", ""), int(cleaned.get("free") or 1), cleaned.get("pace", ""))


def _title_choices() -> list[tuple[str, str]]:
    titles = [(ruleset.slug, gettext(ruleset.name)) for ruleset in registry.rulesets()]
    return [("", gettext("Any game")), *titles]


def _free_choices() -> list[tuple[str, str]]:
    counts = [
        (str(count), gettext("%(count)d or more") % {"count": count}) for count in range(2, MOST_FREE + 1)
    ]
    return [("", gettext("At least 1")), *counts]


class InviteForm(forms.Form):
    """Whom to ask to the table: somebody by name, or one of one's friends."""

    name = forms.CharField(required=False, max_length=LONGEST_NAME)
    friend = forms.IntegerField(required=False, min_value=1, max_value=2**53)

    def clean(self) -> dict[str, Any]:
        """Want one of the two."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("name") and not cleaned.get("friend"):
            raise forms.ValidationError(_("Enter a name."))
        return cleaned
