"""What is stored: data, no rules."""

from games.models.game import DrawEntry, Game, GameSecret, MoveRecord, Seat
from games.models.people import Guest

__all__ = ["DrawEntry", "Game", "GameSecret", "Guest", "MoveRecord", "Seat"]
