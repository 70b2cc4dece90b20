"""What migration 11 wrote, as it was then: the site's own code may go on, an old migration does not."""

import unicodedata

from games.services.people.secrets import SEALED, opened, seal

KEYS = {"totp": ("secret",), "recovery_codes": ("seed", "migrated_codes")}
"""What is secret in an authenticator of each type."""

_LOOKS = {
    # Cyrillic and Greek letters of which one of the two cases looks Latin.
    "а": "a", "в": "b", "е": "e", "к": "k", "м": "m", "н": "h", "о": "o", "р": "p", "с": "c", "т": "t",
    "у": "y", "х": "x", "і": "i", "ј": "j", "ѕ": "s", "ԁ": "d", "ԛ": "q", "ԝ": "w", "һ": "h", "ӏ": "i",
    "α": "a", "β": "b", "ε": "e", "ζ": "z", "η": "h", "ι": "i", "κ": "k", "μ": "m", "ν": "n", "ο": "o",
    "ρ": "p", "τ": "t", "υ": "y", "χ": "x",
    # Latin letters that no decomposition leads back, digits and strokes.
    "ı": "i", "l": "i", "ł": "i", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "0": "o", "1": "i", "|": "i",
}  # fmt: skip
_TABLE = str.maketrans(_LOOKS)
_PAIRS = (("rn", "m"), ("vv", "w"))
LONGEST = 160


def likeness(name: str) -> str:
    """Return the form that names share if they look the same; a name of signs alone keeps its signs."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(char for char in folded.translate(_TABLE) if char.isalnum())
    for pair, single in _PAIRS:
        letters = letters.replace(pair, single)
    return (letters or folded)[:LONGEST]


def sealed_data(kind, data):
    """Return an authenticator's data with its secrets sealed; harmless to repeat."""
    return _with_secrets(kind, data, lambda text: text if text.startswith(SEALED) else seal(text))


def opened_data(kind, data):
    """Return an authenticator's data as older code reads it; harmless to repeat, an error with another key."""
    return _with_secrets(kind, data, opened)


def _with_secrets(kind, data, change):
    found = {name: _changed(data[name], change) for name in KEYS.get(kind, ()) if data.get(name)}
    return {**data, **found}


def _changed(value, change):
    if isinstance(value, list):
        return [_changed(each, change) for each in value]
    return change(value) if isinstance(value, str) else value
