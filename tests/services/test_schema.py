"""The version of the database: older than the code, its own, or newer."""

from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from games.services.upkeep.schema import OtherVersion, require_own_version

pytestmark = pytest.mark.django_db


def test_a_database_of_this_version_is_taken():
    require_own_version()


def test_one_that_lacks_a_migration_is_to_be_migrated():
    newest = MigrationLoader(connection).graph.leaf_nodes("games")[0]
    MigrationRecorder(connection).record_unapplied(*newest)
    with pytest.raises(OtherVersion, match="is not up to date"):
        require_own_version()


def test_one_that_a_newer_version_changed_is_refused():
    MigrationRecorder(connection).record_applied("games", "9999_of_the_future")
    with pytest.raises(OtherVersion, match="A newer Card City has changed this database"):
        require_own_version()


def test_what_another_application_applied_is_its_own_affair():
    MigrationRecorder(connection).record_applied("guestbook", "0001_initial")
    require_own_version()


def test_what_a_migration_replaces_is_known(monkeypatch):
    MigrationRecorder(connection).record_applied("games", "0000_before_all")
    first = import_module("games.migrations.0001_initial").Migration
    monkeypatch.setattr(first, "replaces", [("games", "0000_before_all")])
    require_own_version()
