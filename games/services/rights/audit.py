"""The log of what the staff did and looked at: each entry seals all before it."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import UTC
from typing import Any

from django.contrib.admin.models import LogEntry
from django.db import connection, transaction
from django.utils import timezone

from games.models import AuditEntry
from games.services.people.networks import KEPT_BITS, neighbourhood, plain
from games.services.rights.audit_names import name_of
from games.services.rights.staff import Staff

FIRST = "0" * 64
"""What the first entry follows."""
_LOCK = 7_236_401
_SEALED = ("actor_id", "actor_name", "action", "target", "reason", "before", "after", "address", "previous")

Change = tuple[dict[str, Any], dict[str, Any]]


def digest(entry: AuditEntry) -> str:
    """Return the hash of everything an entry says, its predecessor's hash among it.

    Entries from before names were kept have none, and keep the hash that was made without it.
    """
    sealed = _SEALED if entry.target_name is None else (*_SEALED, "target_name")
    data = {name: getattr(entry, name) for name in sealed}
    data["at"] = entry.at.astimezone(UTC).isoformat()
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def note(
    staff: Staff, action: str, target: str, reason: str = "", change: Change | None = None
) -> AuditEntry:
    """Write down an act or a look, in the transaction of the act itself."""
    before, after = change or ({}, {})
    entry = AuditEntry(
        at=timezone.now(),
        actor_id=staff.user.pk,
        actor_name=staff.user.get_username(),
        action=action,
        target=target[:120],
        target_name=name_of(target),
        reason=reason,
        before=before,
        after=after,
        address=network(staff.address),
    )
    with transaction.atomic():
        _take_turns()
        entry.previous = head()
        entry.digest = digest(entry)
        entry.save()
    return entry


def note_change(instance: LogEntry, *, created: bool, **_: Any) -> None:
    """Note what the admin itself logs: a change made in one of its own forms."""
    if created:
        model = instance.content_type.model if instance.content_type else ""
        note(Staff(instance.user), "admin-change", f"{model}:{instance.object_id}")


def _take_turns() -> None:
    """Let one writer at a time continue the chain; SQLite's transactions do so anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def head() -> str:
    """Return the digest of the last entry."""
    last = AuditEntry.objects.order_by("-pk").values_list("digest", flat=True).first()
    return last or FIRST


def network(address: str) -> str:
    """Return the neighbourhood of an address, which names nobody, with the length of its prefix."""
    known = plain(address)
    return f"{neighbourhood(address)}/{KEPT_BITS[known.version]}" if known else ""


def problems(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """Tell what is wrong with the log: entries that were changed, removed, inserted or moved."""
    before = FIRST
    for entry in entries:
        if digest(entry) != entry.digest:
            yield f"entry {entry.pk} was changed"
        if entry.previous != before:
            yield f"entry {entry.pk} {_displaced(entry)}"
        before = entry.digest


def _displaced(entry: AuditEntry) -> str:
    stands = entry.previous == FIRST or AuditEntry.objects.filter(digest=entry.previous).exists()
    return "is out of order" if stands else "follows one that is gone"
