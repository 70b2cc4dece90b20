"""Whether the database is of this version of the code: an older one is migrated, a newer one refused."""

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class OtherVersion(Exception):
    """The database is of another version; the text says what to do."""


def require_own_version() -> None:
    """Raise ``OtherVersion`` unless exactly the migrations that this code knows are applied."""
    executor = MigrationExecutor(connection)
    if _unknown(executor.loader):
        raise OtherVersion("A newer Card City has changed this database: upgrade, or restore a backup.")
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise OtherVersion("The database is not up to date: run `manage.py migrate` first.")


def _unknown(loader: MigrationLoader) -> set[tuple[str, str]]:
    """Return what was applied of the site's own migrations and this code does not have."""
    known = {*loader.disk_migrations}
    for migration in loader.disk_migrations.values():
        known |= {*migration.replaces}
    return {key for key in loader.applied_migrations if key[0] == "games"} - known
