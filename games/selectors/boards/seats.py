"""What the boards of several titles have in common: how each seat stands, and the fields of a form."""

from collections.abc import Callable, Mapping
from typing import Any

from games.parts import Part, PartValues, part


def form_fields(given: PartValues) -> Mapping[str, Any]:
    """Return what a form that makes a move says besides the move."""
    return {name: given[name] for name in ("ply", "key", "csrf_token")}


def score_rows(
    template: str, given: PartValues, told: Callable[[Any], Mapping[str, Any]]
) -> tuple[Part, ...]:
    """Return how each seat stands: who it is, whether it is to move, and what the title tells of its city."""
    me, acting, names = given["me"], given["acting"], given["names"]
    return tuple(
        part(
            template,
            id=f"score-{city.seat}",
            seat=city.seat,
            name=names[city.seat],
            now=city.seat in acting,
            mine=city.seat == me,
            **told(city),
        )
        for city in given["view"].cities
    )
