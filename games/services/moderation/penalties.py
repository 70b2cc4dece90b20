"""Warnings, mutes and bans: imposed, lifted, read by whom they are for."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.models import Appeal, Game, Report, Sanction, Seat
from games.rules.words import gettext_noop
from games.selectors.players.sanctions import Kind
from games.selectors.viewers import Viewer, viewer_behind
from games.services.notices.inbox import tell
from games.services.rights.audit import note
from games.services.rights.newcomers import close_networks
from games.services.rights.staff import (
    DeskError,
    Staff,
    held_still,
    require_neutral,
    require_power_over,
    require_right,
)
from games.services.tables.leaving import vacate

TWICE = timedelta(minutes=1)
"""Within this time the same penalty for the same reason is a form that was sent twice."""
GOING = (Game.Status.OPEN, Game.Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Penalty:
    """What is decided: the kind, why, until when (None means for good), and after which report.

    A ban may take nobody new from the person's networks for some days.
    """

    kind: Kind
    reason: str
    until: datetime | None = None
    report: Report | None = None
    network_days: int = 0


def person_of(row: Sanction | Report) -> Viewer:
    """Return whom a sanction holds for, or whom a report is about; nobody if they are gone."""
    person = row.user or row.guest
    return viewer_behind(person) if person else Viewer()


@transaction.atomic
def impose(staff: Staff, person: Viewer, penalty: Penalty) -> Sanction:
    """Impose a penalty from this moment on: after its commit nothing is committed that it forbids."""
    require_right(staff, "games.add_sanction")
    person = held_still(person)
    require_power_over(staff, person)
    require_neutral(staff, penalty.report.game if penalty.report else None)
    if again := _just_imposed(staff, person, penalty):
        return again
    games = _wait_for_moves(person)
    sanction = _stored(staff, person, penalty)
    tell(person, "sanctioned", what=penalty.kind, sanction=sanction.pk)
    if penalty.kind == Kind.SITE:
        # A game that has begun may outlast the ban; a table that waits would begin without whoever is banned.
        _vacate_all([game for game in games if penalty.until is None or game.is_open], person)
    return sanction


def _stored(staff: Staff, person: Viewer, penalty: Penalty) -> Sanction:
    sanction = Sanction.objects.create(
        user_id=person.user_id,
        guest_id=person.guest_id,
        kind=penalty.kind,
        reason=penalty.reason,
        until=penalty.until,
        report=penalty.report,
        by=staff.user,
    )
    facts: dict[str, object] = {"until": penalty.until.isoformat() if penalty.until else None}
    if penalty.network_days:
        closed = close_networks(sanction, person, penalty.network_days)
        facts |= {"network_days": penalty.network_days, "networks": closed}
    note(staff, f"impose-{penalty.kind}", person.actor, penalty.reason, ({}, facts))
    return sanction


def _just_imposed(staff: Staff, person: Viewer, penalty: Penalty) -> Sanction | None:
    """Return what the same form has imposed already: a twin would outlive an appeal that is granted."""
    until = penalty.until
    ends = Q(until__range=(until - TWICE, until)) if until else Q(until=None)
    alike = Sanction.objects.filter(ends, kind=penalty.kind, reason=penalty.reason, report=penalty.report)
    return alike.filter(
        user_id=person.user_id,
        guest_id=person.guest_id,
        by=staff.user,
        starts_at__gt=timezone.now() - TWICE,
        lifted_at=None,
    ).first()


def _wait_for_moves(person: Viewer) -> list[Game]:
    """Lock the person's games: a move under way is committed first, a later one meets the penalty."""
    seats = Seat.objects.filter(person.owns(), left=False).values("game_id")
    return list(Game.objects.select_for_update().filter(pk__in=seats, status__in=GOING).order_by("pk"))


def _vacate_all(games: list[Game], person: Viewer) -> None:
    """Free the seats of somebody who is banned, as if they had left."""
    for game in games:
        # Somebody may have left while the game's lock was waited for.
        if seat := game.seats.filter(person.owns(), left=False).first():
            vacate(game, seat)


@transaction.atomic
def lift(staff: Staff, sanction_id: int, reason: str) -> None:
    """End a sanction before its time."""
    require_right(staff, "games.change_sanction")
    sanction = Sanction.objects.select_for_update().get(pk=sanction_id)
    require_power_over(staff, person_of(sanction))
    if sanction.lifted_at is not None:
        raise DeskError(gettext_noop("This sanction has already been lifted."))
    sanction.lifted_at = timezone.now()
    sanction.save(update_fields=["lifted_at"])
    _answer_appeal(staff, sanction, reason)
    note(staff, f"lift-{sanction.kind}", person_of(sanction).actor, reason)
    tell(person_of(sanction), "sanction_lifted", what=sanction.kind)


def _answer_appeal(staff: Staff, sanction: Sanction, reason: str) -> None:
    """Grant what waits to be decided: nobody is to uphold what has been lifted."""
    pending = Appeal.objects.filter(sanction=sanction, state=Appeal.State.OPEN)
    pending.update(
        state=Appeal.State.LIFTED, answer=reason, decided_by=staff.user, decided_at=sanction.lifted_at
    )


def acknowledge(viewer: Viewer, sanction_id: int) -> bool:
    """Note that the person has read a warning; say whether there was one."""
    own = Sanction.objects.filter(user_id=viewer.user_id, guest_id=viewer.guest_id)
    return bool(viewer.is_known and own.filter(pk=sanction_id, seen_at=None).update(seen_at=timezone.now()))
