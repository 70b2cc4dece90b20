"""Marks English text for translation; the site translates it when it is shown."""


def gettext_noop(text: str) -> str:
    """Return the text unchanged; ``makemessages`` finds the call."""
    return text
