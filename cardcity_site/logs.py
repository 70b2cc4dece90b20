"""What the log of a site leaves out."""

import logging
import re
from typing import Any

LINE = "{asctime} {levelname} {name}: {message}"
_SLASH = "(?:/|%2F)"
SECRET = re.compile(
    rf"({_SLASH}(?:sign-in|invited|join|unsubscribe|confirm-email|reset{_SLASH}key){_SLASH})(?:(?!{_SLASH})\S)+",
    re.IGNORECASE,
)
"""What opens a door in the addresses of one-time and invite links, also where these are part of another."""


FULL = ("disk is full", "No space left on device")
"""What SQLite, PostgreSQL and the system say of a disk."""


class Discreet(logging.Formatter):
    """Writes no secrets of links, which whoever reads the log could use, and of a full disk no tracebacks."""

    def __init__(self) -> None:
        super().__init__(LINE, style="{")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return SECRET.sub(r"\1…", super().format(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """Return the traceback; a full disk says nothing about the code, and each would fill it the more."""
        if any(words in str(ei[1]) for words in FULL):
            return f"{ei[0].__name__}: {ei[1]}"
        return super().formatException(ei)
