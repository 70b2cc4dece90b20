"""Strict reading of values that come from a file nobody vouches for."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Data = Mapping[str, Any]
Item = TypeVar("Item")

ASCII = r"[\x20-\x7e]+"
DIGEST = r"[0-9a-f]{64}"
GAME_ID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


class Malformed(ValueError):
    """A value is missing or is not what it should be."""


def mapping(value: object) -> Data:
    """Return the value, which must be an object."""
    if not isinstance(value, dict):
        raise Malformed("an object is missing")
    return value


def text(data: Data, name: str, pattern: str = ASCII) -> str:
    """Return a text that the whole pattern fits."""
    value = data.get(name)
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        raise Malformed(f"{name} is missing or malformed")
    return value


def text_or_none(data: Data, name: str, pattern: str) -> str | None:
    """Return such a text, or None where the value is null or absent."""
    return None if data.get(name) is None else text(data, name, pattern)


def whole(data: Data, name: str, low: int, high: int) -> int:
    """Return a whole number within the bounds; true and 1.0 are none."""
    value = data.get(name)
    if type(value) is not int or not low <= value <= high:
        raise Malformed(f"{name} is missing or malformed")
    return value


def each(data: Data, name: str, load: Callable[[object], Item]) -> tuple[Item, ...]:
    """Return every item of a list as the loader reads it; an error tells which item."""
    value = data.get(name)
    if not isinstance(value, list):
        raise Malformed(f"{name} is missing or malformed")
    return tuple(_item(f"{name}[{at}]", item, load) for at, item in enumerate(value))


def _item(place: str, value: object, load: Callable[[object], Item]) -> Item:
    try:
        return load(value)
    except Malformed as error:
        raise Malformed(f"{place}: {error}") from None


def texts(data: Data, name: str) -> tuple[str, ...]:
    """Return a list of printable ASCII texts."""
    return each(data, name, _text_item)


def _text_item(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(ASCII, value):
        raise Malformed("not printable ASCII")
    return value
