"""How long the decisions of a title may take, where it says so for each kind by itself."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

State = TypeVar("State")


@dataclass(frozen=True, kw_only=True)
class DecisionClocks(Generic[State]):
    """The kinds of decisions of a title, the time for each, and which of them look alike from outside."""

    kind_of: Callable[[State, int], str | None]
    """The kind of decision a seat is at, None where nobody waits for it."""
    seconds: Mapping[str, Mapping[str, int]]
    """How long a decision may take, by its kind and by pace; the fewest seconds of a disguised one."""
    disguised_as: Mapping[str, str] = field(default_factory=dict)
    """Kinds that others must not tell from another kind: that would tell what the seat holds."""

    @cached_property
    def look_alikes(self) -> frozenset[str]:
        """The disguised kinds, and those for which they are taken."""
        return frozenset({*self.disguised_as, *self.disguised_as.values()})

    def span(self, kind: str, pace: str, share: float = 0.0) -> float:
        """Return how many seconds a decision may take, a disguised one a share of the other's rest too."""
        least = self.seconds[kind][pace]
        most = self.seconds[self.disguised_as.get(kind, kind)][pace]
        return least + share * (most - least)
