"""The one Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, the people who play them, and what they see live."""

    name = "games"

    def ready(self) -> None:
        """Connect the system checks, the live hub and what follows from changes to accounts."""
        from allauth.account import signals
        from allauth.usersessions.models import UserSession
        from django.db.models.signals import pre_save

        from games import checks  # noqa: F401
        from games.live.announce import announce
        from games.services.news import ply_committed
        from games.views import hooks

        ply_committed.connect(announce)
        for new_password in (signals.password_changed, signals.password_set, signals.password_reset):
            new_password.connect(hooks.on_new_password)
        pre_save.connect(hooks.on_session_noted, sender=UserSession)
