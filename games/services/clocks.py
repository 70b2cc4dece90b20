"""How much time a table gives its seats."""

from dataclasses import dataclass

from games.models import Game


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time a table gives its seats, in seconds, and what happens when it has run out."""

    kind: str = Game.Pace.NONE
    base: int = 0
    increment: int = 0
    on_expiry: str = Game.Expiry.ASK


NO_CLOCK = Pace()


def pace_of(game: Game) -> Pace:
    """Return the pace of a table."""
    return Pace(game.pace, game.base_seconds, game.increment_seconds, game.on_expiry)
