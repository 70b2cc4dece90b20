"""The moderators' desk: who plays what, and nothing that a player may not know."""

from games.admin import tables  # noqa: F401
