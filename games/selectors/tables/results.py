"""The result of a game as its page shows it: in the places that the seats ended at."""

from dataclasses import replace
from typing import Any

from games.models import Game


def with_places(view: Any, game: Game) -> Any:
    """Return a view whose result has the places of the seats, by which whoever left comes last."""
    results = getattr(view, "results", ())
    if not results or game.ending or game.status != Game.Status.FINISHED:
        return view
    seats = list(game.seats.all())
    if not any(seat.left for seat in seats):
        return view
    places = {seat.index: seat.place for seat in seats}
    rows = [replace(row, place=places.get(row.seat) or row.place) for row in results]
    return replace(view, results=tuple(rows))
