"""What people report, and what the desk makes of it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import ChatLine, Delivery, Game, Guest, Profile, Report
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.selectors.desk.evidence import Target
from games.selectors.viewers import Viewer
from games.services.moderation.desk_calls import call_staff
from games.services.notices.inbox import tell
from games.services.rights.audit import note
from games.services.rights.ranks import able_staff
from games.services.rights.staff import DeskError, Staff, require_neutral, require_right

Kind, State = Report.Kind, Report.State
RIGHT = "games.change_report"
MOST_A_DAY = 5
IDLE = timedelta(days=1)
"""How long a report waits for whoever took it and does not come back."""
MOST_WORDS = 500

REASONS = {
    "insult": gettext_noop("Insults, threats or hate"),
    "cheating": gettext_noop("Cheating or colluding"),
    "stalling": gettext_noop("Stalling or leaving on purpose"),
    "spam": gettext_noop("Advertising or spam"),
    "name": gettext_noop("Offensive or misleading name"),
    "private": gettext_noop("Sharing private information"),
    "other": gettext_noop("Something else"),
}
REASONS_OF = {
    Kind.PERSON: ("insult", "cheating", "stalling", "spam", "name", "other"),
    Kind.NAME: ("name", "spam", "private", "other"),
    Kind.LINE: ("insult", "spam", "private", "other"),
    Kind.GAME: ("cheating", "stalling", "name", "other"),
}


class TooManyReports(RulesError):
    """Somebody has reported enough for one day."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """Why, in the reporter's words, and what they could see when they wrote them."""

    reason: str
    words: str
    evidence: dict[str, Any]


@transaction.atomic
def file_report(reporter: Viewer, target: Target, complaint: Complaint) -> Report:
    """Put a report into the queue, behind the first of its kind; a second by the same person is the same."""
    _lock(target)
    waiting = Report.objects.filter(target.same(), reason=complaint.reason).exclude(state=State.CLOSED)
    own = made_by(reporter)
    if again := waiting.filter(own).first():
        return again
    _require_few(own)
    report = Report.objects.create(
        kind=target.kind,
        reason=complaint.reason,
        words=complaint.words,
        evidence=complaint.evidence,
        by_user_id=reporter.user_id,
        by_guest_id=reporter.guest_id,
        user_id=target.user_id,
        guest_id=target.guest_id,
        game=target.game,
        line=target.line,
        **_fate(waiting),
    )
    _call_staff(report)
    return report


def _fate(waiting: QuerySet[Report]) -> dict[str, Any]:
    """Return what a report shares with the first of those that wait, if there is one.

    That one is locked: nothing may be folded into a report that is being closed, where nobody would read it.
    """
    first = waiting.filter(folded_into=None).order_by("pk").select_for_update(of=("self",)).first()
    return {"folded_into": first, "state": first.state, "taken_by": first.taken_by} if first else {}


def _call_staff(report: Report) -> None:
    """Tell the staff of a report that is the first of its kind, but not who made it or whom it is about."""
    if report.folded_into_id is None:
        call_staff(Delivery.Kind.REPORT_WAITING, without=(report.by_user_id, report.user_id))


def _require_few(own: Q) -> None:
    if Report.objects.filter(own, created_at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise TooManyReports(
            gettext_noop(
                "You've already sent %(most)d reports in the last 24 hours. Please try again later."
            ),
            most=MOST_A_DAY,
        )


def made_by(reporter: Viewer) -> Q:
    """Return the filter for the reports of one person."""
    return Q(by_user_id=reporter.user_id, by_guest_id=reporter.guest_id)


def _lock(target: Target) -> None:
    """Let two reports about the same come one after the other, so that one is the first."""
    rows: QuerySet[models.Model]
    if target.kind == Kind.LINE:
        rows = ChatLine.objects.filter(pk=target.line.pk if target.line else None)
    elif target.kind == Kind.GAME:
        rows = Game.objects.filter(pk=target.game.pk if target.game else None)
    elif target.user_id is not None:
        rows = Profile.objects.filter(pk=target.user_id)
    else:
        rows = Guest.objects.filter(pk=target.guest_id)
    rows.select_for_update().first()


@transaction.atomic
def take(staff: Staff, report_id: int) -> None:
    """Say that one looks after a report."""
    report = _mine_to_handle(staff, report_id)
    _set_state(report, State.TAKEN, taken_by=staff.user)
    note(staff, "take-report", f"report:{report.pk}")


@transaction.atomic
def put_back(staff: Staff, report_id: int, reason: str) -> None:
    """Give a report back to the queue, whoever took it."""
    report = _mine_to_handle(staff, report_id, anybodys=True)
    _set_state(report, State.OPEN, taken_by=None, queued_at=timezone.now())
    note(staff, "put-back-report", f"report:{report.pk}", reason)
    _call_staff(report)


def put_back_lost(now: datetime) -> int:
    """Give back to the queue what was taken by who cannot look after it, or has not been here for a day.

    Return how many reports, those folded into others counted too.
    """
    here = able_staff(RIGHT).exclude(profile__seen_at__lt=now - IDLE)
    lost = Report.objects.filter(state=State.TAKEN).exclude(taken_by__in=here.values("pk"))
    return lost.update(state=State.OPEN, taken_by=None, queued_at=now)


@transaction.atomic
def close(staff: Staff, report_id: int, outcome: str, answer: str) -> None:
    """Close a report with all that were folded into it, and tell everybody who reported."""
    report = _mine_to_handle(staff, report_id)
    _set_state(report, State.CLOSED, outcome=outcome, answer=answer, closed_at=timezone.now())
    note(staff, "close-report", f"report:{report.pk}", answer, ({}, {"outcome": outcome}))
    for each in _with_folded(report).select_related("game"):
        reporter = Viewer(user_id=each.by_user_id, guest_id=each.by_guest_id)
        tell(reporter, "report_closed", each.game, outcome=outcome, answer=answer, what=each.kind)


def _with_folded(report: Report) -> QuerySet[Report]:
    return Report.objects.filter(Q(pk=report.pk) | Q(folded_into=report))


def _set_state(report: Report, state: str, **values: Any) -> None:
    _with_folded(report).update(state=state, **values)


def _mine_to_handle(staff: Staff, report_id: int, *, anybodys: bool = False) -> Report:
    require_right(staff, RIGHT)
    report = Report.objects.select_for_update(of=("self",)).select_related("game").get(pk=report_id)
    for told in _with_folded(report).select_related("game"):
        require_neutral(staff, told.game)
        if staff.user.pk in {told.user_id, told.by_user_id}:
            raise DeskError(gettext_noop("You can't decide cases that involve you."))
    if report.state == State.CLOSED:
        raise DeskError(gettext_noop("This report is closed."))
    if report.state == State.TAKEN and report.taken_by_id != staff.user.pk and not anybodys:
        raise DeskError(gettext_noop("Another moderator is reviewing this report."))
    return report
