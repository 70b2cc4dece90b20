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


def chosen_options(cleaned: dict[str, object]) -> dict[str, object]:
    """Return the options of a cleaned form by their own names."""
    return {name.removeprefix(PREFIX): value for name, value in cleaned.items() if name.startswith(PREFIX)}


def _field(info: OptionInfo, default: object) -> forms.Field:
    common = {"label": gettext(info.label), "help_text": _words(info.help), "initial": default}
    if not info.choices:
        return forms.BooleanField(required=False, **common)
    choices = [(choice.value, _choice(choice.label, choice.help)) for choice in info.choices]
    return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **common)


def _choice(label: str, help: str) -> str:
    return f"{gettext(label)} – {gettext(help)}" if help else gettext(label)


def _words(text: str) -> str:
    return gettext(text) if text else ""
