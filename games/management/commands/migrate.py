"""``manage.py migrate``: Django's own, but not while a backup is being restored."""

from typing import Any

from django.core.management.commands import migrate

from games.management.conditions import require_no_restore
from games.services.people.secrets import make_key


class Command(migrate.Command):
    """Bring the database up to date."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Hold the data folder with the site's other processes meanwhile; end if a restore has it."""
        require_no_restore()
        super().handle(*args, **options)
        # Before several processes of one data folder need it.
        make_key()
