"""Opening a table and sitting down at one."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.names import LaterNameField, NameField, guest_name, numbered_guest, suggested_name
from games.forms.opening.levels import level_field, pace_field
from games.forms.opening.options import chosen_options, option_fields, option_names
from games.forms.opening.paces import chosen_pace, pace_fields
from games.forms.opening.seeds import SeedField
from games.forms.prefs import Prefs
from games.rules.protocol import Ruleset
from games.selectors.viewers import Viewer
from games.services.rights.site_state import shown_state
from games.services.tables.quick_start import QuickStart
from games.services.tables.seating import Plan

ALONE = "1"


class SitForm(forms.Form):
    """What a seat takes: a name, unless it is known, and a seed."""

    name = NameField(initial=suggested_name)
    seed = SeedField()

    def __init__(self, who: Viewer, data: Any = None, **values: Any) -> None:
        """Leave the name out for those who have one."""
        super().__init__(data, **values)
        self.who = who
        if who.is_known or not shown_state().guests_welcome:
            del self.fields["name"]

    def clean_name(self) -> str:
        """Let nobody play under the name of an account."""
        return guest_name(self.cleaned_data["name"])


class TableForm(SitForm):
    """Everything one may choose about a new table of a title, whoever plays there; it needs no choice."""

    name = LaterNameField(
        help_text=_("Leave this empty to get a guest name with a number. You can change it any time.")
    )

    def __init__(
        self, ruleset: Ruleset[Any], who: Viewer, data: Any = None, prefs: Prefs | None = None
    ) -> None:
        """Start from what this device chose the last time."""
        super().__init__(who, data, auto_id=f"{ruleset.slug}-%s", initial=_initial(prefs or Prefs()))
        self.ruleset = ruleset
        alone = data is not None and (data.get("seats") == ALONE or "alone" in data)
        self.is_alone = alone and 1 in ruleset.seats
        if not self.is_alone:
            self.fields["seats"] = _seats_field(count for count in ruleset.seats if count > 1)
        self.fields.update(option_fields(ruleset.options, ruleset.seats))
        if ruleset.brain:
            self.fields.update(level=level_field(), bots=pace_field())
        self.fields.update(pace_fields(ruleset))
        self.fields["listed"] = _listed_field()
        if who.user_id is not None:
            self.fields["rated"] = _rated_field()

    def clean_name(self) -> str:
        """Call a guest who chose no name by a number."""
        name: str = self.cleaned_data["name"]
        return guest_name(name) if name else numbered_guest()

    def _bound(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def game(self) -> list[forms.BoundField]:
        """The fields that say what is played."""
        return self._bound("seats", *option_names(self.ruleset.options, alone=False))

    @property
    def alone(self) -> list[forms.BoundField]:
        """The fields that matter only to who plays alone."""
        return self._bound(*option_names(self.ruleset.options, alone=True))

    @property
    def people(self) -> list[forms.BoundField]:
        """The fields about a table of people."""
        return self._bound("pace", "on_expiry", "listed", "rated")

    @property
    def _seats(self) -> int:
        if self.is_alone:
            return 1
        return int(self.cleaned_data["seats"] or min(count for count in self.ruleset.seats if count > 1))

    def plan(self) -> Plan:
        """Return the table that was asked for."""
        cleaned = self.cleaned_data
        has_watchers = not self.is_alone or self.who.user_id is not None
        return Plan(
            slug=self.ruleset.slug,
            seat_count=self._seats,
            options=chosen_options(self.ruleset.options, self._seats, cleaned),
            listed=has_watchers and cleaned["listed"] == "yes",
            client_seed=cleaned["seed"],
            pace=chosen_pace(self.ruleset, {} if self.is_alone else cleaned),
            rated=cleaned.get("rated") == "yes",
            bot_pace=cleaned.get("bots") or Prefs().bots,
        )

    def levels(self) -> list[int]:
        """Return the levels of the bots that were asked for, one for each seat but one's own."""
        return [int(self.cleaned_data.get("level") or Prefs().level)] * (self._seats - 1)

    def quick_start(self) -> QuickStart:
        """Return what somebody asks for who plays with anybody online: of all choices, the pace."""
        chosen = self.cleaned_data["pace"] and chosen_pace(self.ruleset, self.cleaned_data).kind
        return QuickStart(self.ruleset.slug, chosen, self.cleaned_data["seed"])

    def remembered(self) -> dict[str, str]:
        """Return what the device should suggest the next time."""
        return {name: value for name in ("level", "bots") if (value := self.cleaned_data.get(name))}


def _initial(prefs: Prefs) -> dict[str, str]:
    return {"name": "", "level": prefs.level, "bots": prefs.bots}


def _seats_field(counts: Iterable[int]) -> forms.ChoiceField:
    choices = [(str(count), str(count)) for count in counts]
    return forms.ChoiceField(
        label=_("Players"), choices=choices, initial=choices[0][0], widget=forms.RadioSelect, required=False
    )


def _choice_field(label: Any, no: Any, yes: Any) -> forms.ChoiceField:
    choices = [("no", no), ("yes", yes)]
    return forms.ChoiceField(
        label=label, choices=choices, initial="no", widget=forms.RadioSelect, required=False
    )


def _listed_field() -> forms.ChoiceField:
    return _choice_field(
        _("Who can join or watch"), _("Only people with the link"), _("Anyone – list it in the lobby")
    )


def _rated_field() -> forms.ChoiceField:
    rated = _("Rated: counts towards the leaderboards, and every player needs an account")
    return _choice_field(_("Rated or casual"), _("Casual: just for fun"), rated)
