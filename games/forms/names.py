"""Names people choose: short, visible, and harmless beside other people's text."""

import secrets
import unicodedata
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.words import gettext_noop
from games.services.people.names import is_reserved, poses_as_staff

MAX_GRAPHEMES = 20
MAX_CODE_POINTS = 40
MAX_MARKS = 3

SUGGESTIONS = (
    gettext_noop("Architect %(number)d"),
    gettext_noop("Baker %(number)d"),
    gettext_noop("Bell-ringer %(number)d"),
    gettext_noop("Ferry captain %(number)d"),
    gettext_noop("Gardener %(number)d"),
    gettext_noop("Reporter %(number)d"),
    gettext_noop("Lamplighter %(number)d"),
    gettext_noop("Mason %(number)d"),
    gettext_noop("Mayor %(number)d"),
    gettext_noop("Postmaster %(number)d"),
    gettext_noop("Surveyor %(number)d"),
    gettext_noop("Tram driver %(number)d"),
)

JOINER = "\u200d"
_EMOJI_LOOK = "\ufe0f"
MARKS = frozenset({"Mn", "Me", "Mc"})
FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\ufffd")


def suggested_name() -> str:
    """Return a friendly name for somebody who has not chosen one."""
    number = 2 + secrets.randbelow(98)
    return gettext(secrets.choice(SUGGESTIONS)) % {"number": number}


def numbered_guest() -> str:
    """Return the name of a guest who plays before choosing one: "Guest 4821"."""
    numbers = iter(lambda: 1000 + secrets.randbelow(9000), 0)
    names = (gettext("Guest %(number)d") % {"number": number} for number in numbers)
    return next(name for name in names if not is_reserved(name))


def clean_name(text: str) -> str:
    """Return the name in its one normal form; ``ValidationError`` says why it will not do."""
    name = " ".join(unicodedata.normalize("NFC", text[:2000]).split())
    if not name:
        raise ValidationError(_("Enter a name."))
    if len(name) > MAX_CODE_POINTS or graphemes(name) > MAX_GRAPHEMES:
        raise ValidationError(_("Names can be up to 20 characters."))
    if any(_is_hidden(name, at) for at in range(len(name))):
        raise ValidationError(_("Names can't contain invisible characters."))
    if _has_towers(name):
        raise ValidationError(_("That's too many accents on one letter. Use 3 at most."))
    return name


def guest_name(name: str) -> str:
    """Return a guest's name; ``ValidationError`` if a reader would take them for somebody else."""
    if is_reserved(name):
        raise ValidationError(
            _("This name belongs to an account. If it's yours, sign in. Otherwise, choose another name.")
        )
    return players_name(name)


def players_name(name: str, own_id: int | None = None) -> str:
    """Return the name of somebody who is not of the staff; ``ValidationError`` if it looks so."""
    if poses_as_staff(name, own_id):
        raise ValidationError(_("This name is reserved for the staff. Choose another."))
    return name


def graphemes(text: str) -> int:
    """Return how many characters a reader sees, near enough for names."""
    count, flag_half = 0, False
    for at, char in enumerate(text):
        is_second_half = _is_flag_letter(char) and flag_half
        flag_half = _is_flag_letter(char) and not flag_half
        if not (is_second_half or _extends(text, at)):
            count += 1
    return count


def _extends(text: str, at: int) -> bool:
    """Tell whether the character belongs to the one before it."""
    char, before = text[at], text[at - 1] if at else ""
    if not before:
        return False
    return _is_mark(char) or _is_skin_tone(char) or JOINER in {char, before}


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in MARKS


def _is_skin_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _is_hidden(name: str, at: int) -> bool:
    char = name[at]
    if char == JOINER:
        return not _joins_emoji(name, at)
    if unicodedata.name(char, "").startswith("VARIATION SELECTOR"):
        return char != _EMOJI_LOOK or at == 0
    return char in BLANK or unicodedata.category(char) in FORBIDDEN


def _joins_emoji(name: str, at: int) -> bool:
    before, after = name[at - 1 : at], name[at + 1 : at + 2]
    if not before or not after or unicodedata.category(after) != "So":
        return False
    return before == _EMOJI_LOOK or _is_skin_tone(before) or unicodedata.category(before) == "So"


def _has_towers(name: str) -> bool:
    """Tell whether a letter carries so many marks that they would cover the lines around it."""
    marks = "".join("m" if _is_mark(char) else " " for char in name)
    return marks.startswith("m") or "m" * (MAX_MARKS + 1) in marks


class NameField(forms.CharField):
    """A name for the table."""

    def __init__(self, **values: Any) -> None:
        values.setdefault("label", _("Your name"))
        super().__init__(**values)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Let browsers offer a nickname, and stop typing somewhere."""
        return {**super().widget_attrs(widget), "autocomplete": "nickname", "maxlength": "60", "dir": "auto"}

    def clean(self, value: Any) -> str:
        """Return the cleaned name."""
        return clean_name(value or "")


class LaterNameField(NameField):
    """A name that may also be chosen later: left empty it stays empty."""

    def __init__(self, **values: Any) -> None:
        super().__init__(required=False, **values)

    def clean(self, value: Any) -> str:
        """Return the cleaned name, or nothing."""
        return super().clean(value) if value and value.strip() else ""
