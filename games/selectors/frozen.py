"""Plain data as frozen values, so that what is rendered from them can be remembered."""

from collections.abc import Iterator, Mapping
from typing import Any


class FrozenDict(Mapping[str, Any]):
    """Plain data that templates read by name, frozen so that parts can be remembered."""

    __slots__ = ("_items", "_set")

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._items = tuple((name, _frozen(value)) for name, value in data.items())
        # PostgreSQL gives the names back in an order of its own. It also keeps its hash, and every part
        # that shows these facts is looked up by it.
        self._set = frozenset(self._items)

    def __getitem__(self, name: str) -> Any:
        for each, value in self._items:
            if each == name:
                return value
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(self._set)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, FrozenDict) and self._set == other._set)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return FrozenDict(value)
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value
