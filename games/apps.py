"""The one Django app."""

from django.apps import AppConfig
from django.conf import settings


class GamesConfig(AppConfig):
    """Games, the people who play them, and what they see live."""

    name = "games"
    verbose_name = settings.SITE_NAME

    def ready(self) -> None:
        """Connect checks, boards, the live hub, the desk, and what follows new accounts and passwords."""
        from django.contrib.admin.models import LogEntry
        from django.db.models.signals import post_migrate, post_save

        from games import checks  # noqa: F401
        from games.live.announce import announce
        from games.selectors import boards  # noqa: F401
        from games.services.rights.audit import note_change
        from games.services.rights.staff import make_groups
        from games.services.storage.news import ply_committed

        ply_committed.connect(announce)
        post_migrate.connect(make_groups, sender=self)
        post_save.connect(note_change, sender=LogEntry)
        self._follow_accounts()

    def _follow_accounts(self) -> None:
        from allauth.account import signals
        from allauth.usersessions.models import UserSession
        from django.contrib.auth import get_user_model, user_logged_out
        from django.db.models.signals import post_save, pre_save

        from games.services.moderation.ownership import own_if_first
        from games.services.people.accounts import give_profile
        from games.views.entry import hooks

        post_save.connect(give_profile, sender=get_user_model())
        post_save.connect(own_if_first, sender=get_user_model())
        pre_save.connect(hooks.on_session_noted, sender=UserSession)
        user_logged_out.connect(hooks.on_signed_out)
        for new_password in (signals.password_changed, signals.password_set, signals.password_reset):
            new_password.connect(hooks.on_new_password)
