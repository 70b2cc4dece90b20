"""What a name looks like: one form for all the ways of writing it that a reader would take for the same."""

import unicodedata

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
    """Return the form that names share if they look the same, as short as a column keeps it."""
    return looks(name)[:LONGEST]


def looks(name: str) -> str:
    """Return that form in full; a name of signs alone keeps its signs. One letter may stand for many."""
    folded = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(char for char in folded.translate(_TABLE) if char.isalnum())
    for pair, single in _PAIRS:
        letters = letters.replace(pair, single)
    return letters or folded
