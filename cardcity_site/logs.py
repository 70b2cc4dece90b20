"""What the log of a site leaves out."""

import logging
import re

LINE = "{asctime} {levelname} {name}: {message}"
SECRET = re.compile(r"(/(?:sign-in|invited|join|unsubscribe|confirm-email|reset/key)/)[^/\s]+")
"""What opens a door in the addresses of one-time and invite links."""


class Discreet(logging.Formatter):
    """Writes a line without the secrets of links: whoever reads the log could use them."""

    def __init__(self) -> None:
        super().__init__(LINE, style="{")

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        return SECRET.sub(r"\1…", super().format(record))
