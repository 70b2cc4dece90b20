"""The one Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, the people who play them, and what they see live."""

    name = "games"

    def ready(self) -> None:
        """Connect the system checks and the live hub."""
        from games import checks  # noqa: F401
        from games.live.announce import announce
        from games.services.news import ply_committed

        ply_committed.connect(announce)
