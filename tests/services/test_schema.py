"""The version of the database: older than the code, its own, or newer."""

from importlib import import_module

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
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


@pytest.mark.parametrize(
    "command",
    ["referee", "bots", "verify_audit", "verify_game --all", "make_owner anna --reason Gone", "populate"],
)
def test_no_command_works_on_a_database_of_another_version(monkeypatch, command):
    """An older referee would play, write and delete there by what it knows."""
    monkeypatch.setattr("games.management.commands.referee.watch", lambda _ending: None)
    monkeypatch.setattr("games.management.commands.bots.Steward.run", lambda *_: None)
    monkeypatch.setattr("games.management.commands.populate.populate", lambda _size: None)
    monkeypatch.setattr("os.nice", lambda _more: 0)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    MigrationRecorder(connection).record_applied("games", "9999_of_the_future")
    with pytest.raises(CommandError, match="A newer Card City has changed this database"):
        call_command(*command.split())


def test_a_referee_that_begins_while_the_database_is_away_waits_for_it(monkeypatch):
    watched = []
    monkeypatch.setattr("games.management.commands.referee.watch", watched.append)
    monkeypatch.setattr("signal.signal", lambda *_: None)

    def away():
        raise OperationalError

    monkeypatch.setattr("games.management.conditions.require_own_version", away)
    call_command("referee")
    assert watched


def test_what_another_application_applied_is_its_own_affair():
    MigrationRecorder(connection).record_applied("guestbook", "0001_initial")
    require_own_version()


def test_what_a_migration_replaces_is_known(monkeypatch):
    MigrationRecorder(connection).record_applied("games", "0000_before_all")
    first = import_module("games.migrations.0001_initial").Migration
    monkeypatch.setattr(first, "replaces", [("games", "0000_before_all")])
    require_own_version()
