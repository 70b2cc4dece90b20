"""Django's admin as this site has it."""

from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    """The moderators' desk, behind a door of ours."""

    default_site = "games.views.entry.door.Door"
