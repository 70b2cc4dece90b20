"""Values that every move makes anew, by the dozen, so that making one has to be cheap."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a slotted dataclass that mypy freezes; frozen at run time it would take thrice as long to make."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


def hash_once(cls: type[T]) -> type[T]:
    """Let values of a frozen dataclass keep their hash: it is deep, and often asked for."""
    deep: Callable[[T], int] = cls.__hash__

    def kept(value: T) -> int:
        try:
            return value._kept_hash  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            frozen = deep(value)
            # Frozen, but for what follows from the rest of it.
            object.__setattr__(value, "_kept_hash", frozen)
            return frozen

    named = {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    return type(cls.__name__, (cls,), named | {"__slots__": ("_kept_hash",), "__hash__": kept})


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the values with another one in one place."""
    return (*values[:index], value, *values[index + 1 :])


def renewed(value: T, **changes: Any) -> T:
    """Return a record with some fields changed: ``dataclasses.replace`` at a third of the price."""
    kind: Any = type(value)
    new: T = kind(*_values(kind)(value))
    for name, changed in changes.items():
        setattr(new, name, changed)
    return new


@cache
def _values(kind: Any) -> Callable[[Any], Any]:
    return attrgetter(*(field.name for field in fields(kind)))
