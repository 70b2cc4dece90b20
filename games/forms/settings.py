"""What somebody chooses: their name and language, and how this device behaves."""

from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.forms.names import NameField, guest_name, players_name
from games.forms.opening.levels import pace_field
from games.forms.prefs import OFF, ON, Prefs
from games.selectors.viewers import Viewer
from games.services.rights.ranks import Rank, rank_of


class SwitchField(forms.BooleanField):
    """A checkbox whose value is a word: on or off."""

    def __init__(self, **values: Any) -> None:
        super().__init__(required=False, **values)

    def prepare_value(self, value: Any) -> bool:
        """Return whether the box is ticked."""
        return value in {ON, True}

    def clean(self, value: Any) -> str:
        """Return the word."""
        return ON if super().clean(value) else OFF


class SettingsForm(forms.Form):
    """Everything on the settings page; the name is asked of those who have one."""

    name = NameField(help_text=_("Tables you've already joined keep your old name."))
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    theme = forms.ChoiceField(
        label=_("Appearance"),
        choices=[("system", _("Same as my device")), ("light", _("Light")), ("dark", _("Dark"))],
        widget=forms.RadioSelect,
    )
    motion = forms.ChoiceField(
        label=_("Animations"),
        choices=[("system", _("Same as my device")), ("reduced", _("As few as possible"))],
        widget=forms.RadioSelect,
    )
    sound = SwitchField(
        label=_("Sound"), help_text=_("A short sound when it's your turn or someone wants a rematch.")
    )
    signs = SwitchField(
        label=_("Browser tab"),
        help_text=_("Show the number of games waiting for you in the browser tab."),
    )
    bots = pace_field()
    confirm = SwitchField(
        label=_("Confirm moves"),
        help_text=_("Needs JavaScript. Without it, moves are made right away."),
    )
    keys = SwitchField(
        label=_("Keyboard shortcuts"),
        help_text=_("For example, the arrow keys in a replay. Tab, Enter and Space always work."),
    )

    def __init__(self, who: Viewer, prefs: Prefs, data: Any = None) -> None:
        """Start from what is chosen now."""
        now = {"name": who.name, "language": get_language(), **asdict(prefs)}
        super().__init__(data, initial=now)
        self.who, self.before = who, prefs
        if not who.is_known:
            del self.fields["name"]

    def clean_name(self) -> str:
        """Let no guest take the name of an account, and no player that of the staff; old names stay."""
        name: str = self.cleaned_data["name"]
        if self.who.user_id is None:
            return guest_name(name)
        free = name == self.who.name or rank_of(self.who) > Rank.PLAYER
        return name if free else players_name(name, self.who.user_id)

    @property
    def own(self) -> list[forms.BoundField]:
        """The fields about the person."""
        return [field for field in self if field.name in {"name", "language"}]

    @property
    def device(self) -> list[forms.BoundField]:
        """The fields about this device."""
        return [field for field in self if field.name not in {"name", "language"}]

    def prefs(self) -> Prefs:
        """Return what this device chose, here and elsewhere."""
        chosen = {name: self.cleaned_data[name] for name in asdict(self.before) if name in self.fields}
        return replace(self.before, **{name: value for name, value in chosen.items() if value})
