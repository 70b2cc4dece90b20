"""Numbers as strangers send them: in addresses, in fields of forms, over sockets."""

PLY_DIGITS = 6
"""How many digits a ply has at most: no game is that long, and statements with longer numbers may fail."""


def read_number(text: object, digits: int = 15) -> int | None:
    """Return the number that a text of so many digits at most writes, or None.

    ``int`` takes signs, spaces and digits of every script as well, and numbers that no database can hold.
    """
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= digits:
        return int(text)
    return None
