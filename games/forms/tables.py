"""Opening a table and sitting down at one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.names import NameField, suggested_name
from games.forms.options import chosen_options, option_fields
from games.forms.paces import chosen_pace, pace_fields
from games.forms.seeds import SeedField
from games.rules.protocol import Ruleset
from games.services.people import Viewer
from games.services.tables import Plan

ALONE = (1,)


class SitForm(forms.Form):
    """What a seat takes: a name, unless it is known, and a seed."""

    name = NameField(initial=suggested_name)
    seed = SeedField()

    def __init__(self, who: Viewer, data: Any = None, **values: Any) -> None:
        """Leave the name out for those who have one."""
        super().__init__(data, **values)
        self.who = who
        if who.is_known:
            del self.fields["name"]


class TableForm(SitForm):
    """What a new table of one title takes, for one seat or for several."""

    def __init__(
        self, ruleset: Ruleset[Any], counts: tuple[int, ...], who: Viewer, data: Any = None, **values: Any
    ) -> None:
        """Offer these seat counts and the options that go with them."""
        self.kind = "alone" if counts == ALONE else "together"
        super().__init__(who, data, auto_id=f"{ruleset.slug}-{self.kind}-%s", **values)
        self.ruleset = ruleset
        self.fields["seats"] = _seats_field(counts)
        self.fields.update(option_fields(ruleset.options, counts))
        if counts != ALONE:
            self.fields.update(pace_fields(ruleset))
        self.fields.update(_sharing_fields(alone=counts == ALONE, has_account=who.user_id is not None))

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields that say what is played."""
        return [field for field in self.visible_fields() if field.name not in SitForm.base_fields]

    def plan(self) -> Plan:
        """Return the table that was asked for."""
        cleaned = self.cleaned_data
        return Plan(
            slug=self.ruleset.slug,
            seat_count=int(cleaned["seats"]),
            options=chosen_options(cleaned),
            listed=cleaned.get("listed") == "yes",
            client_seed=cleaned["seed"],
            pace=chosen_pace(self.ruleset, cleaned),
            rated=cleaned.get("rated") == "yes",
        )


def _seats_field(counts: tuple[int, ...]) -> forms.ChoiceField:
    choices = [(str(count), str(count)) for count in counts]
    widget = forms.HiddenInput if counts == ALONE else forms.RadioSelect
    return forms.ChoiceField(label=_("Seats"), choices=choices, initial=choices[0][0], widget=widget)


def _sharing_fields(*, alone: bool, has_account: bool) -> dict[str, forms.Field]:
    """Return what is asked about others: who may join or watch, and whether the game counts."""
    if not alone:
        return {"listed": _listed_field()} | ({"rated": _rated_field()} if has_account else {})
    return {"listed": _shown_field()} if has_account else {}


def _choice_field(label: Any, no: Any, yes: Any, *, required: bool = False) -> forms.ChoiceField:
    choices = [("no", no), ("yes", yes)]
    widget = forms.RadioSelect
    return forms.ChoiceField(label=label, choices=choices, initial="no", widget=widget, required=required)


def _listed_field() -> forms.ChoiceField:
    shown = _("Anybody: show it on the start page")
    return _choice_field(_("Who may join"), _("Only people with the link"), shown, required=True)


def _rated_field() -> forms.ChoiceField:
    rated = _("Rated: it counts for the leader boards, and everybody needs an account")
    return _choice_field(_("What it counts for"), _("Just for fun"), rated)


def _shown_field() -> forms.ChoiceField:
    shown = _("Anybody: a high score enters the solo records")
    return _choice_field(_("Who may watch it"), _("Only I"), shown)
