"""A title's options as form fields."""

from dataclasses import fields

from django import forms
from django.utils.translation import gettext

from games.rules.protocol import OptionInfo, option_infos

PREFIX = "option_"


def option_fields(options_type: type, counts: tuple[int, ...]) -> dict[str, forms.Field]:
    """Return a field for every option that makes sense with one of these seat counts."""
    defaults = {spec.name: spec.default for spec in fields(options_type)}
    return {
        PREFIX + name: _field(info, defaults[name])
        for name, info in option_infos(options_type).items()
        if info.seats is None or info.seats & set(counts)
    }


def option_names(options_type: type, *, alone: bool) -> list[str]:
    """Return the names of the fields that matter only to who plays alone, or those of all others."""
    infos = option_infos(options_type).items()
    return [PREFIX + name for name, info in infos if (info.seats == frozenset({1})) == alone]


def chosen_options(options_type: type, seats: int, cleaned: dict[str, object]) -> dict[str, object]:
    """Return by their own names what a cleaned form chose of the options that so many seats have."""
    chosen = {
        name: cleaned.get(PREFIX + name, "")
        for name, info in option_infos(options_type).items()
        if info.seats is None or seats in info.seats
    }
    return {name: value for name, value in chosen.items() if value != ""}


def _field(info: OptionInfo, default: object) -> forms.Field:
    common = {"label": gettext(info.label), "help_text": _words(info.help), "initial": default}
    if not info.choices:
        return forms.BooleanField(required=False, **common)
    choices = [(choice.value, _choice(choice.label, choice.help)) for choice in info.choices]
    return forms.ChoiceField(choices=choices, required=False, widget=forms.RadioSelect, **common)


def _choice(label: str, help: str) -> str:
    return f"{gettext(label)} – {gettext(help)}" if help else gettext(label)


def _words(text: str) -> str:
    return gettext(text) if text else ""
