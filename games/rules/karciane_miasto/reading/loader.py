"""Reads the card data strictly: an unknown key, kind or value is refused with the card's id (section 14)."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints


class CardError(ValueError):
    """The card data is not of the closed language; the message names the card or the part of the set."""


def read(hint: Any, row: Any, where: str) -> Any:
    """Return the row as the type asks for it."""
    origin = get_origin(hint)
    if _is_record(hint):
        return _record(hint, row, where)
    return _READERS.get(origin, _scalar)(hint, row, where)


@cache
def _hints(record: Any) -> dict[str, tuple[Field[Any], Any]]:
    """Return a record's fields by their keys in the data, each with its type."""
    hints = get_type_hints(record, include_extras=True)
    return {field.name.rstrip("_"): (field, hints[field.name]) for field in fields(record)}


def _record(hint: Any, row: Any, where: str) -> Any:
    if not isinstance(row, Mapping):
        raise CardError(f"{where}: {row!r} is no {hint.__name__}")
    known, tag = _hints(hint), {"kind"} if _tag(hint) else set()
    if unknown := set(row) - set(known) - tag:
        raise CardError(f"{where}: unknown key {min(unknown)!r}")
    missing = [key for key, (field, _) in known.items() if key not in row and field.default is MISSING]
    if missing:
        raise CardError(f"{where}: {missing[0]!r} is missing")
    empty = [key for key, (field, _) in known.items() if field.default is None and row.get(key, "") is None]
    if empty:
        raise CardError(f"{where}: {empty[0]!r} is empty")
    if tag and row.get("kind") != _tag(hint):
        raise CardError(f"{where}: unknown kind {row.get('kind')!r}")
    values = {
        field.name: read(kind, row[key], f"{where}.{key}")
        for key, (field, kind) in known.items()
        if key in row
    }
    return hint(**values)


def _is_record(hint: Any) -> bool:
    return is_dataclass(hint)


def _tag(hint: Any) -> str | None:
    """Return the ``kind`` that every row of a record bears, if it bears one."""
    return None if "kind" in _hints(hint) else getattr(hint, "kind", None)


def _literal(hint: Any, row: Any, where: str) -> Any:
    if not any(row is value or (type(row), row) == (type(value), value) for value in get_args(hint)):
        raise CardError(f"{where}: unknown value {row!r}")
    return row


def _list(hint: Any, row: Any, where: str) -> Any:
    if not isinstance(row, list):
        raise CardError(f"{where}: {row!r} is no list")
    kind = get_args(hint)[0]
    return tuple(read(kind, each, f"{where}[{name_of(each, at)}]") for at, each in enumerate(row))


def name_of(row: Any, place: object) -> str:
    """Return the id of a row, or else its place."""
    name = row.get("id") if isinstance(row, Mapping) else None
    return name if isinstance(name, str) else str(place)


def _mapping(hint: Any, row: Any, where: str) -> Any:
    if not isinstance(row, Mapping):
        raise CardError(f"{where}: {row!r} is no table")
    key, value = get_args(hint)
    return {read(key, name, where): read(value, each, f"{where}.{name}") for name, each in row.items()}


def _number(hint: Any, row: Any, where: str) -> Any:
    """Return a number of the range that its type is annotated with."""
    plain, allowed = get_args(hint)
    if read(plain, row, where) not in allowed:
        raise CardError(f"{where}: {row!r} is too low or too high")
    return row


def _union(hint: Any, row: Any, where: str) -> Any:
    options = get_args(hint)
    if isinstance(row, Mapping):
        return read(_fitting(options, row, where), row, where)
    if row is None and NoneType in options:
        return None
    plain = [option for option in options if not _is_record(option) and option is not NoneType]
    wanted = [option for option in plain if (get_origin(option) is tuple) == isinstance(row, list)]
    for option in wanted:
        try:
            return read(option, row, where)
        except CardError:
            continue
    raise CardError(f"{where}: unknown value {row!r}")


def _fitting(options: tuple[Any, ...], row: Mapping[str, Any], where: str) -> Any:
    """Return the record a row is of: that of its ``kind``, or the one whose keys it has."""
    records = [option for option in options if _is_record(option)]
    for record in records:
        tag = _tag(record)
        fits = row.get("kind") == tag if tag else next(iter(_hints(record))) in row
        if fits:
            return record
    raise CardError(f"{where}: kind {row.get('kind')!r} with keys {sorted(row)} fits nothing")


def _scalar(hint: Any, row: Any, where: str) -> Any:
    if hint is not Any and (hint not in (int, str) or type(row) is not hint):
        raise CardError(f"{where}: unknown value {row!r}")
    return row


_READERS: dict[Any, Callable[[Any, Any, str], Any]] = {
    Literal: _literal,
    Annotated: _number,
    tuple: _list,
    dict: _mapping,
    Union: _union,
    UnionType: _union,
}
