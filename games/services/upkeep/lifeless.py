"""Games that nobody plays in person any more: given up by the referee, and known by their log for good."""

from games.models import Game
from games.selectors.stored.entries import BOT, CLOCK, REFEREE, VEILED_CLOCK

LIFELESS = 80
"""After so many moves for each seat that nobody made in person, a game is given up."""


def is_lifeless(game: Game) -> bool:
    """Tell whether all recent moves were made by bots, or for seats that left or are out of time."""
    span = LIFELESS * game.seat_count
    recent = game.records.filter(seat__gte=0).order_by("-ply")[:span]
    actors = [actor.partition(":")[0] for actor in recent.values_list("actor", flat=True)]
    return len(actors) == span and {*actors} <= {BOT, CLOCK, VEILED_CLOCK, REFEREE}
