"""The staff's log: every act is in it, and nobody rewrites it unnoticed."""

from io import StringIO

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from games.models import AuditEntry
from games.services.moderation import desk, looks, reports
from games.services.moderation.appeals import appeal, decide
from games.services.moderation.penalties import lift
from games.services.rights import audit
from games.services.rights.audit import FIRST, digest, head, network, note
from games.services.rights.staff import MODERATORS
from tests.moderation.conftest import unguarded
from tests.moderation.people import account, administrator, banned, moderator, reported, said, viewer
from tests.tables import guest, running
from tests.threads import each_at_once

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def log():
    """Five entries of one moderator."""
    by = moderator()
    return [note(by, "look", f"game:{number}", "Why", ({"a": 1}, {"b": [2]})) for number in range(5)]


def verified(*options):
    out = StringIO()
    try:
        call_command("verify_audit", *options, stdout=out)
    except SystemExit as stopped:
        return stopped.code, out.getvalue()
    return 0, out.getvalue()


def test_each_entry_seals_the_one_before(log):
    assert [entry.previous for entry in log] == [FIRST, *(entry.digest for entry in log[:-1])]
    code, text = verified()
    assert code == 0
    assert "5 entries checked, 0 problems" in text
    assert f"head {log[-1].digest}" in text


def test_an_empty_log_is_in_order():
    assert verified() == (0, f"0 entries checked, 0 problems\nhead {FIRST}\n")


def test_what_is_read_back_has_the_same_digest(log):
    assert [digest(entry) for entry in AuditEntry.objects.all()] == [entry.digest for entry in log]


@pytest.mark.parametrize(
    "change",
    [
        {"reason": "Another"}, {"actor_name": "somebody"}, {"actor_id": 987654}, {"action": "none"}, {"target": "game:x"},
        {"before": {}}, {"after": {"b": [3]}}, {"address": ""}, {"at": "2020-01-01T00:00:00Z"},
    ],
)  # fmt: skip
def test_a_changed_entry_is_found(log, change):
    with unguarded():
        AuditEntry.objects.filter(pk=log[2].pk).update(**change)
    code, text = verified()
    assert code == 1
    assert f"entry {log[2].pk} was changed" in text


def test_a_changed_entry_with_a_new_digest_is_found(log):
    entry = log[2]
    entry.reason = "Another"
    with unguarded():
        AuditEntry.objects.filter(pk=entry.pk).update(reason=entry.reason, digest=digest(entry))
    code, text = verified()
    assert code == 1
    assert f"entry {log[3].pk} follows one that is gone" in text


@pytest.mark.parametrize("number", range(4))
def test_a_removed_entry_is_found(log, number):
    with unguarded():
        AuditEntry.objects.filter(pk=log[number].pk)._raw_delete("default")
    code, text = verified()
    assert code == 1
    assert f"entry {log[number + 1].pk} follows one that is gone" in text


def test_removed_last_entries_are_found_by_a_head_kept_elsewhere(log):
    kept = log[-1].digest
    assert verified("--head", kept)[0] == 0
    with unguarded():
        AuditEntry.objects.filter(pk=log[-1].pk)._raw_delete("default")
    assert verified()[0] == 0
    code, text = verified("--head", kept)
    assert code == 1
    assert f"the entry {kept} is gone" in text


def test_the_head_of_an_empty_log_is_never_gone(log):
    assert verified("--head", f" {FIRST} ")[0] == 0


def test_an_inserted_entry_is_found(log):
    place, moved = log[4].pk, log[4].pk + 100
    forged = AuditEntry(
        id=place, at=log[3].at, actor_id=1, actor_name="x", action="x", target="x", previous="f" * 64
    )
    forged.digest = digest(forged)
    with unguarded():
        AuditEntry.objects.filter(pk=place).update(id=moved)
        AuditEntry.objects.bulk_create([forged])
    code, text = verified()
    assert code == 1
    assert f"entry {place} follows one that is gone" in text
    assert f"entry {moved} is out of order" in text


def test_entries_in_another_order_are_found(log):
    first, second, spare = log[1].pk, log[2].pk, log[4].pk + 100
    with unguarded():
        for old, new in ((first, spare), (second, first), (spare, second)):
            AuditEntry.objects.filter(pk=old).update(id=new)
    code, text = verified()
    assert code == 1
    assert f"entry {first} is out of order" in text


# Nobody rewrites it


def test_the_model_refuses(log):
    with pytest.raises(TypeError):
        log[0].save()
    with pytest.raises(TypeError):
        log[0].delete()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_auditentry SET reason = 'x'",
        "UPDATE games_auditentry SET target_name = 'x'",
        "DELETE FROM games_auditentry",
    ],
)
def test_the_database_refuses(log, statement):
    refused = pytest.raises(DatabaseError, match="only grows")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert verified()[0] == 0


postgres_only = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no TRUNCATE")


@postgres_only
def test_postgres_refuses_to_empty_it_at_once(log):
    refused = pytest.raises(DatabaseError, match="only grows")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("TRUNCATE games_auditentry")
    assert AuditEntry.objects.count() == len(log)


@postgres_only
def test_postgres_empties_what_holds_nothing(transactional_db):
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE games_auditentry")


def test_two_entries_never_follow_the_same(log):
    again = AuditEntry(
        at=log[0].at, actor_name="x", action="x", target="x", previous=log[0].previous, digest="0"
    )
    with pytest.raises(DatabaseError), transaction.atomic():
        again.save()


@pytest.mark.django_db(transaction=True)
def test_writers_at_once_make_one_chain(emptied_log):
    by = moderator()
    answers = each_at_once(lambda number: note(by, "look", f"game:{number}"), 20)
    assert len({entry.previous for entry in answers}) == 20
    assert list(audit.problems(AuditEntry.objects.order_by("pk"))) == []


def test_an_act_that_fails_leaves_no_entry(monkeypatch):
    game, _ = running()
    monkeypatch.setattr(desk, "tell", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        desk.end_game(moderator(), game.pk, "x")
    assert head() == FIRST
    game.refresh_from_db()
    assert game.is_running


# What it says


def test_every_act_is_in_it():
    by, boss, game = moderator(), administrator(), running()[0]
    other, viewers = running()
    third, _ = running()
    who = viewer(account("Ben"))
    made = banned(by, who)
    appealed = appeal(who, made.pk, "Please")
    decide(boss, appealed.pk, lift=False, answer="No")
    lift(boss, made.pk, "Enough")
    report = reported(guest("Anna"), who)
    reports.take(by, report.pk)
    reports.put_back(by, report.pk, "Later")
    reports.close(by, report.pk, "acted", "Done")
    desk.rename(by, who, "Benno", "An insult")
    desk.hide_line(by, said(game, viewers[0], "x").pk, "An insult")
    desk.free_seat(by, game.pk, 0, "Gone")
    desk.adjudicate(by, game.pk, [1, 2], "Gone")
    desk.end_game(by, other.pk, "Broken")
    desk.appoint(boss, who.user_id, MODERATORS, "Nice")
    third.listed = False
    looks.look(by, third)
    acts = AuditEntry.objects.values_list("action", flat=True)
    assert list(acts) == [
        "impose-site", "appeal-kept", "lift-site", "take-report", "put-back-report", "close-report", "rename",
        "hide-line", "free-seat", "adjudicate", "end-game", "appoint", "look",
    ]  # fmt: skip
    first = AuditEntry.objects.earliest("pk")
    assert (first.actor_id, first.actor_name, first.target) == (
        by.user.pk,
        by.user.username,
        f"user:{who.user_id}",
    )
    assert (first.reason, first.address) == ("Insults, again and again", "203.0.113.0/24")
    assert verified()[0] == 0


def test_what_the_admin_changes_in_its_own_forms_is_in_it_too():
    boss = administrator().user
    LogEntry.objects.log_actions(boss.pk, [boss], CHANGE, "Changed the password.", single_object=True)
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.action, entry.target) == (boss.pk, "admin-change", f"user:{boss.pk}")


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2::3", "2001:db8:1::/48"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("", ""),
        ("unknown", ""),
    ],
)
def test_addresses_are_cut_short(address, kept):
    assert network(address) == kept
