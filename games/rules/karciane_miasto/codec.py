"""States as plain JSON data and back: records as rows of their fields; what no play can reach is refused."""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from games.rules.karciane_miasto.invariants import check_invariants
from games.rules.karciane_miasto.state import State
from games.rules.karciane_miasto.tasks import Task

Read = Callable[[Any], Any]
"""Makes a value of plain data; ``ValueError`` if the data are of another type."""
_TASKS = {task.__name__: task for task in get_args(Task)}


def dump(state: State) -> Any:
    """Return the state as JSON data."""
    return {field.name: _plain(getattr(state, field.name)) for field in fields(state)}


def load(data: Any) -> State:
    """Return the state that was dumped; ``ValueError`` or ``LookupError`` if it is none."""
    state = State(*[_reader(hint)(data[name]) for name, hint in _hints(State)])
    try:
        check_invariants(state)
    except AssertionError as error:
        raise ValueError(str(error)) from error
    return state


def _plain(value: Any) -> Any:
    kind: Any = type(value)
    return _writer(kind)(value)


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    """Return what makes plain data of values of a type."""
    if is_dataclass(kind) and isinstance(kind, type):
        head, names = [kind.__name__] * (kind.__name__ in _TASKS), [field.name for field in fields(kind)]
        return lambda value: [*head, *[_plain(getattr(value, name)) for name in names]]
    if issubclass(kind, tuple):
        return lambda value: [_plain(each) for each in value]
    if issubclass(kind, frozenset):
        return sorted
    return (lambda value: value.value) if issubclass(kind, Enum) else (lambda value: value)


@cache
def _hints(record: Any) -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(record)
    return tuple((field.name, hints[field.name]) for field in fields(record))


@cache
def _reader(hint: Any) -> Read:
    """Return what reads a type."""
    if isinstance(hint, type) and is_dataclass(hint):
        return _record(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    return _READERS.get(get_origin(hint), _scalar)(hint)


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise ValueError("no row")
    return data


def _record(hint: Any) -> Read:
    readers = [_reader(kind) for _, kind in _hints(hint)]
    return lambda data: hint(*_each(readers, data))


def _each(readers: Sequence[Read], data: Any) -> list[Any]:
    return [read(each) for read, each in zip(readers, _list(data), strict=True)]


def _tuple(hint: Any) -> Read:
    kinds = get_args(hint)
    readers = [_reader(kind) for kind in kinds if kind is not Ellipsis]
    if kinds[-1] is not Ellipsis:
        return lambda data: tuple(_each(readers, data))
    return lambda data: tuple(map(readers[0], _list(data)))


def _set(hint: Any) -> Read:
    read = _reader(get_args(hint)[0])
    return lambda data: frozenset(map(read, _list(data)))


def _union(hint: Any) -> Read:
    if get_args(hint) == get_args(Task):
        readers = {name: _reader(task) for name, task in _TASKS.items()}
        return lambda data: readers[_list(data)[0]](data[1:])
    (kind,) = (kind for kind in get_args(hint) if kind is not NoneType)
    read = _reader(kind)
    return lambda data: None if data is None else read(data)


def _literal(hint: Any) -> Read:
    known = get_args(hint)

    def read(data: Any) -> Any:
        if data not in known:
            raise ValueError(f"unknown value {data!r}")
        return data

    return read


def _scalar(hint: Any) -> Read:
    def read(data: Any) -> Any:
        if type(data) is not hint:
            raise ValueError(f"{data!r} is no {hint}")
        return data

    return read


_READERS: dict[Any, Callable[[Any], Read]] = {
    tuple: _tuple,
    frozenset: _set,
    Union: _union,
    UnionType: _union,
    Literal: _literal,
}
