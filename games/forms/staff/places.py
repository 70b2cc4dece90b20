"""The places at an end that the staff decides: as it stands now, or of one's own choice."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.forms.moderation import choice_field
from games.forms.staff.desk import ReasonForm
from games.models import Game
from games.rules.protocol import are_places
from games.services.moderation.desk import NO_PLACES, standing_of
from games.templatetags.punctuation import comma

OWN = "own"


class PlacesForm(ReasonForm):
    """The place of every seat."""

    def __init__(self, row: Game, data: Mapping[str, Any] | None = None) -> None:
        """Offer the places of this moment, and one field for each seat."""
        super().__init__(row, data)
        self.seats = list(row.seats.all())
        self.outcomes = standing_of(row) if row.is_running else []
        # A choice of an earlier moment is none any more: what is chosen is what was shown.
        self.now = f"now-{row.ply}"
        self.fields["how"] = self._how()
        for seat in self.seats:
            self.fields[f"place-{seat.index}"] = self._place(seat.name)
        self.order_fields(["how", *self._names(), "reason"])

    def _names(self) -> list[str]:
        return [f"place-{seat.index}" for seat in self.seats]

    def _how(self) -> forms.ChoiceField:
        rows = zip(self.seats, self.outcomes, strict=False)
        shown = [
            f"{end.place}. {seat.name} ({end.points})"
            for seat, end in sorted(rows, key=lambda row: row[1].place)
        ]
        places = comma().join(shown)
        now = gettext("Current standings, with points: %(places)s") % {"places": places}
        field = choice_field(
            _("Final ranks"), [(self.now, now), (OWN, _("Set the ranks:"))], required=False, initial=OWN
        )
        moved = _("The game has moved on. Check the current standings.")
        field.error_messages["invalid_choice"] = moved
        return field

    def _place(self, name: str) -> forms.IntegerField:
        label = gettext("%(name)s's rank") % {"name": name}
        return forms.IntegerField(label=label, min_value=1, max_value=len(self.seats), required=False)

    def clean(self) -> dict[str, Any]:
        """Gather the places in seat order."""
        cleaned = super().clean() or {}
        if cleaned.get("how") == self.now:
            cleaned["places"] = [outcome.place for outcome in self.outcomes]
        elif "how" not in self.errors:
            cleaned["places"] = [cleaned.get(name) for name in self._names()]
            self._require_places(cleaned)
        return cleaned

    def _require_places(self, cleaned: dict[str, Any]) -> None:
        for name in self._names():
            if cleaned.get(name) is None and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        if not self.errors and not are_places(cleaned["places"]):
            self.add_error("how", gettext(NO_PLACES))
