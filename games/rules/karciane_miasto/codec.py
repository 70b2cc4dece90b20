"""States as plain JSON data and back: records as rows of their fields; what no play can reach is refused."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from games.rules.karciane_miasto.invariants import check_invariants
from games.rules.karciane_miasto.state import State
from games.rules.karciane_miasto.tasks import Task

_TASKS = {task.__name__: task for task in get_args(Task)}


def dump(state: State) -> Any:
    """Return the state as JSON data."""
    return {field.name: _plain(getattr(state, field.name)) for field in fields(state)}


def load(data: Any) -> State:
    """Return the state that was dumped; ``ValueError`` or ``LookupError`` if it is none."""
    state = State(*(_read(hint, data[name]) for name, hint in _hints(State)))
    try:
        check_invariants(state)
    except AssertionError as error:
        raise ValueError(str(error)) from error
    return state


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        row = [_plain(getattr(value, field.name)) for field in fields(value)]
        name = type(value).__name__
        return [name, *row] if name in _TASKS else row
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, frozenset):
        return sorted(value)
    return value.value if isinstance(value, Enum) else value


@cache
def _hints(record: Any) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(record)
    return tuple((field.name, hints[field.name]) for field in fields(record))


def _read(hint: Any, data: Any) -> Any:
    """Return a value of the type; ``ValueError`` if the data are of another."""
    if isinstance(hint, type) and is_dataclass(hint):
        return _record(hint, _list(data))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint(data)
    return _READERS.get(get_origin(hint), _scalar)(hint, data)


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError("no row")
    return data


def _record(hint: Any, row: list[Any]) -> Any:
    hints = _hints(hint)
    return hint(*(_read(kind, each) for (_, kind), each in zip(hints, row, strict=True)))


def _tuple(hint: Any, data: Any) -> Any:
    kinds = get_args(hint)
    if kinds[-1] is Ellipsis:
        return tuple([_read(kinds[0], each) for each in _list(data)])
    return tuple([_read(kind, each) for kind, each in zip(kinds, _list(data), strict=True)])


def _set(hint: Any, data: Any) -> Any:
    return frozenset(_read(get_args(hint)[0], each) for each in _list(data))


def _union(hint: Any, data: Any) -> Any:
    kinds = get_args(hint)
    if data is None and NoneType in kinds:
        return None
    if kinds == get_args(Task):
        name, *row = _list(data)
        return _record(_TASKS[name], row)
    (kind,) = (kind for kind in kinds if kind is not NoneType)
    return _read(kind, data)


def _literal(hint: Any, data: Any) -> Any:
    if data not in get_args(hint):
        raise ValueError(f"unknown value {data!r}")
    return data


def _scalar(hint: Any, data: Any) -> Any:
    if type(data) is not hint:
        raise ValueError(f"{data!r} is no {hint}")
    return data


_READERS: dict[Any, Callable[[Any, Any], Any]] = {
    tuple: _tuple,
    frozenset: _set,
    Union: _union,
    UnionType: _union,
    Literal: _literal,
}
