"""Values that every move makes anew, by the dozen, so that making one has to be cheap."""

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a slotted dataclass that mypy freezes; frozen at run time it would take thrice as long to make."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
