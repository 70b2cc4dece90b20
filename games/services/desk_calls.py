"""Calling the staff to their desk: reports and appeals that wait, once in a while and not one by one."""

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from games.models import Appeal, Delivery, Notice, Profile, PushSubscription, Report
from games.services.addresses import full
from games.services.calls import confirmed_addresses, mail_time
from games.services.people import profile_of
from games.services.ranks import Rank, able_staff
from games.services.undelivered import Unwanted

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Channel, Kind = Delivery.Channel, Delivery.Kind
RIGHT_TO = {Kind.REPORT_WAITING: "games.change_report", Kind.APPEAL_WAITING: "games.change_appeal"}
LIST_OF = {
    Kind.REPORT_WAITING: "admin:games_report_changelist",
    Kind.APPEAL_WAITING: "admin:games_appeal_changelist",
}
DELAY = timedelta(minutes=10)
"""How long a message waits: whoever deals with it meanwhile spares the others."""
QUIET = timedelta(hours=1)
"""How long nobody is told again of more of the same."""


def call_staff(kind: Kind, without: Collection[int | None] = (), above: Rank = Rank.PLAYER) -> None:
    """Tell those of the staff who want to hear it, and who rank above somebody, that something waits."""
    now = timezone.now()
    staff = list(_willing(kind, now).filter(rank__gt=above).exclude(pk__in=set(without) - {None}))
    # What was told or queued already stays as it is: the database allows it once.
    notices = [Notice(user_id=user.pk, kind=kind) for user in staff if not _has(user, "was_told")]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    calls = [call for user in staff if not _has(user, "was_called") for call in _calls(user, kind, now)]
    Delivery.objects.bulk_create(calls, ignore_conflicts=True)


def _willing(kind: Kind, now: datetime) -> "QuerySet[User, Any]":
    user = OuterRef("pk")
    mine = Notice.objects.filter(user=user, kind=kind)
    sent = Delivery.objects.filter(user=user, kind=kind)
    staff = able_staff(RIGHT_TO[kind]).filter(profile__desk_calls=True)
    return staff.select_related("profile").annotate(
        was_told=Exists(mine.filter(Q(read_at=None) | Q(at__gt=now - QUIET))),
        was_called=Exists(sent.filter(Q(state=Delivery.State.WAITING) | Q(at__gt=now - QUIET))),
        has_mail=Exists(confirmed_addresses().filter(user=user)),
        has_push=Exists(PushSubscription.objects.filter(user=user)),
    )


def _has(user: "User", fact: str) -> bool:
    return bool(getattr(user, fact))


def _calls(user: "User", kind: Kind, now: datetime) -> Iterator[Delivery]:
    profile = profile_of(user)
    due = max(now + DELAY, profile.vacation_until or now)
    wanted = {
        Channel.WEBHOOK: profile.webhook,
        Channel.PUSH: _has(user, "has_push"),
        Channel.MAIL: _has(user, "has_mail"),
    }
    for channel in (channel for channel, is_wanted in wanted.items() if is_wanted):
        is_digest = channel == Channel.MAIL and profile.mails == Profile.Mails.DIGEST
        at = max(due, mail_time(profile, now)) if is_digest else due
        yield Delivery(user_id=user.pk, channel=channel, kind=kind, due_at=at)


def waiting(kind: str, user_id: int) -> int:
    """Return how many reports or appeals wait that are not about this member of the staff."""
    if kind == Kind.APPEAL_WAITING:
        return Appeal.objects.filter(state=Appeal.State.OPEN).exclude(sanction__user_id=user_id).count()
    unread = Report.objects.filter(state=Report.State.OPEN, folded_into=None)
    return unread.exclude(user_id=user_id).count()


def said_of(delivery: Delivery) -> tuple[str, str]:
    """Return what a message to the staff says now, and where it leads; ``Unwanted`` if nothing waits."""
    kind, user = Kind(delivery.kind), delivery.user
    able = able_staff(RIGHT_TO[kind]).filter(pk=user.pk).exists()
    count = waiting(kind, user.pk) if able and profile_of(user).desk_calls else 0
    if not count:
        raise Unwanted
    if kind == Kind.APPEAL_WAITING:
        text = ngettext("%(count)d appeal is waiting", "%(count)d appeals are waiting", count)
    else:
        text = ngettext("%(count)d report is waiting", "%(count)d reports are waiting", count)
    return text % {"count": count}, full(f"{reverse(LIST_OF[kind])}?state__exact=open")
