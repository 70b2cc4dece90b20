"""Plain data stored as compressed JSON: positions and events repeat the same few names."""

import json
import zlib
from typing import Any

from django.db import models


def packed(data: Any) -> bytes:
    """Return plain data as it is stored."""
    text = json.dumps(data, separators=(",", ":")).encode()
    # A few words would only get longer.
    return min(zlib.compress(text), text, key=len)


def unpacked(stored: bytes | memoryview | str) -> Any:
    """Return what was stored; until version 0021 of the database that was JSON itself.

    ``ValueError`` if its bytes are damaged.
    """
    if isinstance(stored, str):
        return json.loads(stored)
    # JSON never begins with the letter that compressed data begins with.
    is_compressed = stored[:1] == b"x"
    try:
        return json.loads(zlib.decompress(stored) if is_compressed else bytes(stored))
    except zlib.error as error:
        raise ValueError("stored data are damaged") from error


class PackedJSONField(models.Field):  # type: ignore[type-arg]
    """A field for plain data that only programs read and that no query looks into.

    Of a cache nothing is read where its bytes are damaged, so that it is rebuilt; elsewhere that is an error.
    """

    def __init__(self, *args: Any, is_cache: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        self.is_cache = is_cache

    def get_internal_type(self) -> str:
        """Return which columns the database keeps it in: those of bytes."""
        return "BinaryField"

    def from_db_value(self, stored: Any, *_: Any) -> Any:
        """Return the data of a row."""
        try:
            return None if stored is None else unpacked(stored)
        except ValueError:
            if self.is_cache:
                return None
            raise

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """Return the data as the database's driver takes it."""
        return None if value is None else connection.Database.Binary(packed(value))

    def value_to_string(self, obj: Any) -> Any:
        """Return the data for a serializer, which writes it as data, like that of a ``JSONField``."""
        return self.value_from_object(obj)
