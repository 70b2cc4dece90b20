"""What must hold before a command may act on the site's data."""

from contextlib import suppress

from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from games.services.backups.archive import BackupError
from games.services.backups.occupancy import move_in
from games.services.upkeep.schema import OtherVersion, require_own_version


def require_migrations() -> None:
    """End where the database is of another version than the code."""
    try:
        require_own_version()
    except OtherVersion as error:
        raise CommandError(str(error)) from error


def require_migrations_if_there() -> None:
    """Do the same in a process that waits for a database which is away."""
    with suppress(DatabaseError):
        require_migrations()
    connection.close()


def require_no_restore() -> None:
    """Say that the site runs, or end if a backup is being restored at this moment."""
    try:
        move_in()
    except BackupError as error:
        raise CommandError(str(error)) from error
