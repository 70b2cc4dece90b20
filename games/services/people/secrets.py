"""What lies in the database sealed: secrets of second factors, by a key that lies beside the data."""

import logging
import os
import secrets
import tempfile
from base64 import b32encode
from functools import cache
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

logger = logging.getLogger(__name__)

SEALED = "sealed1:"
"""How sealed text begins; what begins otherwise was stored before there was a key."""
KEYS = {"totp": ("secret",), "recovery_codes": ("seed", "migrated_codes")}
"""What is secret in an authenticator of each type."""


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


def sealed_data(kind: str, data: dict[str, object]) -> dict[str, object]:
    """Return an authenticator's data with its secrets sealed; harmless to repeat."""
    sealed = {name: _sealed(data[name]) for name in KEYS.get(kind, ()) if data.get(name)}
    return {**data, **sealed}


def _sealed(value: object) -> object:
    if isinstance(value, list):
        return [_sealed(each) for each in value]
    return value if not isinstance(value, str) or value.startswith(SEALED) else seal(value)


def make_key() -> None:
    """Make the key beside the data, unless it is there or the environment gives one."""
    _fernet()


def _fernet() -> Fernet:
    return Fernet(settings.SECOND_FACTOR_KEY or _kept_key(settings.SECOND_FACTOR_FILE))


@cache
def _kept_key(path: Path) -> str:
    """Return the key kept beside the data, made at first need; of two made at once the first stays."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, mode="wb") as file:
            file.write(Fernet.generate_key())
            file.flush()
            try:
                os.link(file.name, path)
            except FileExistsError:
                logger.info("Another process has just made %s", path)
    return path.read_text().strip()
