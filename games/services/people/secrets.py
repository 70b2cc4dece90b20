"""What lies in the database sealed: secrets of second factors, by a key that lies beside the data."""

import logging
import secrets
from base64 import b32encode
from functools import cache
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from cardcity_site.private import kept_key

logger = logging.getLogger(__name__)

SEALED = "sealed1:"
"""How sealed text begins; what begins otherwise was stored before there was a key."""


def seal(text: str) -> str:
    """Return the text as it may lie in a database."""
    return SEALED + _fernet().encrypt(text.encode()).decode()


def unseal(text: str) -> str:
    """Return what was sealed; of another key's text something that no code ever fits."""
    try:
        return opened(text)
    except InvalidToken:
        logger.error("The key of second factors is not the one that sealed what is in the database.")
        return b32encode(secrets.token_bytes(20)).decode()


def opened(text: str) -> str:
    """Return what was sealed; ``InvalidToken`` if another key did it."""
    if not text.startswith(SEALED):
        return text
    return _fernet().decrypt(text.removeprefix(SEALED).encode()).decode()


def make_key() -> None:
    """Make the key beside the data, unless it is there or the environment gives one."""
    _fernet()


def _fernet() -> Fernet:
    return Fernet(settings.SECOND_FACTOR_KEY or _kept_key(settings.SECOND_FACTOR_FILE))


@cache
def _kept_key(path: Path) -> str:
    return kept_key(path, lambda: Fernet.generate_key().decode())
