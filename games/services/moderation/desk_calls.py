"""Calling the staff to their desk: reports and appeals that wait, once in a while and not one by one."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from games.models import Appeal, Delivery, Notice, Profile, PushSubscription, Report, Seat
from games.selectors.players.reach import confirmed_addresses
from games.selectors.viewers import Viewer, profile_of
from games.services.notices.addresses import full
from games.services.notices.calls import mail_time
from games.services.notices.undelivered import Unwanted
from games.services.rights.ranks import Rank, able_staff, rank_of, ranked
from games.services.rights.staff import Staff, has_colleague

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Channel, Kind = Delivery.Channel, Delivery.Kind
RIGHT_TO = {Kind.REPORT_WAITING: "games.change_report", Kind.APPEAL_WAITING: "games.change_appeal"}
DESK_KINDS = frozenset(RIGHT_TO)
LIST_OF = {
    Kind.REPORT_WAITING: "admin:games_report_changelist",
    Kind.APPEAL_WAITING: "admin:games_appeal_changelist",
}
SINCE = {Kind.REPORT_WAITING: "queued_at", Kind.APPEAL_WAITING: "created_at"}
"""The moment at which something came to wait."""
DELAY = timedelta(minutes=10)
"""How long a message waits: whoever deals with it meanwhile spares the others."""
QUIET = timedelta(hours=1)
"""How long nobody is told again of more of the same."""


def call_staff(kind: Kind, without: Collection[int | None] = (), above: Rank = Rank.PLAYER) -> None:
    """Tell those of the staff who want to hear it, and who rank above somebody, that something waits."""
    now = timezone.now()
    staff = list(_willing(kind, now).filter(rank__gt=above).exclude(pk__in=set(without) - {None}))
    _call(kind, now, told=staff, called=staff)


def call_again(now: datetime) -> None:
    """Tell the staff of what came while they were left in peace, once that is over."""
    for kind, since in SINCE.items():
        newest = _all_waiting(kind).order_by(f"-{since}").values_list(since, flat=True).first()
        if newest is not None:
            staff: list[Any] = list(_willing(kind, now).filter(_knows_nothing_since(newest)))
            told = [user for user in staff if not user.was_told and _is_new(kind, user, user.told_at)]
            called = [user for user in staff if not user.was_called and _is_new(kind, user, user.called_at)]
            _call(kind, now, told, called)


def _knows_nothing_since(newest: datetime) -> Q:
    """Return the filter for who may be told of it by a notice here, or called by a message elsewhere."""
    untold = Q(was_told=False) & (Q(told_at=None) | Q(told_at__lt=newest))
    uncalled = Q(was_called=False) & (Q(called_at=None) | Q(called_at__lt=newest))
    return untold | uncalled


def _is_new(kind: Kind, user: "User", heard: datetime | None) -> bool:
    """Tell whether something waits for this member that came after they last heard of it."""
    mine = _waiting_for(kind, user.pk)
    return (mine.filter(**{f"{SINCE[kind]}__gt": heard}) if heard else mine).exists()


def _call(kind: Kind, now: datetime, told: Iterable["User"], called: Iterable["User"]) -> None:
    # What was told or queued already stays as it is: the database allows it once.
    notices = [Notice(user_id=user.pk, kind=kind) for user in told if not _has(user, "was_told")]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    calls = [call for user in called if not _has(user, "was_called") for call in _calls(user, kind, now)]
    Delivery.objects.bulk_create(calls, ignore_conflicts=True)


def _willing(kind: Kind, now: datetime) -> "QuerySet[User, Any]":
    user = OuterRef("pk")
    mine = Notice.objects.filter(user=user, kind=kind)
    sent = Delivery.objects.filter(user=user, kind=kind)
    staff = able_staff(RIGHT_TO[kind]).filter(profile__desk_calls=True)
    return staff.select_related("profile").annotate(
        was_told=Exists(mine.filter(Q(read_at=None) | Q(at__gt=now - QUIET))),
        was_called=Exists(sent.filter(Q(state=Delivery.State.WAITING) | Q(at__gt=now - QUIET))),
        told_at=_latest(mine),
        called_at=_latest(sent),
        has_mail=Exists(confirmed_addresses().filter(user=user)),
        has_push=Exists(PushSubscription.objects.filter(user=user)),
    )


def _latest(rows: QuerySet[Any]) -> Subquery:
    return Subquery(rows.order_by("-at").values("at")[:1])


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


def waiting(kind: Kind, user_id: int) -> int:
    """Return how many reports or appeals wait that this member of the staff may deal with."""
    return _waiting_for(kind, user_id).count()


def _all_waiting(kind: Kind) -> QuerySet[Any]:
    if kind == Kind.APPEAL_WAITING:
        return Appeal.objects.filter(state=Appeal.State.OPEN)
    return Report.objects.filter(state=Report.State.OPEN, folded_into=None)


def _waiting_for(kind: Kind, user_id: int) -> QuerySet[Any]:
    """Leave out what is about this member or from them, and what their rank or their seat forbids."""
    everything = _all_waiting(kind)
    if kind == Kind.REPORT_WAITING:
        return everything.exclude(Exists(_told_of_own(user_id)))
    rank = max(rank_of(Viewer(user_id=user_id)), Rank.MODERATOR)
    not_below = ranked().filter(rank__gte=rank).values("pk")
    mine = everything.exclude(sanction__user_id=user_id).exclude(sanction__user_id__in=not_below)
    return mine.exclude(pk__in=list(_for_others(mine.filter(sanction__by_id=user_id))))


def _told_of_own(user_id: int) -> QuerySet[Report]:
    """Return what was told of the report of an outer query by, about or beside this member."""
    told = Report.objects.filter(Q(pk=OuterRef("pk")) | Q(folded_into=OuterRef("pk")))
    playing = Seat.objects.filter(user_id=user_id, game=OuterRef("game"))
    return told.filter(Q(user_id=user_id) | Q(by_user_id=user_id) | Exists(playing))


def _for_others(imposed: QuerySet[Appeal]) -> Iterator[int]:
    """Yield appeals against what one imposed that somebody else can decide about."""
    for each in imposed.select_related("sanction__by"):
        by, person = each.sanction.by, Viewer(each.sanction.user_id, each.sanction.guest_id)
        if by and has_colleague(Staff(by), RIGHT_TO[Kind.APPEAL_WAITING], person):
            yield each.pk


def said_of(delivery: Delivery) -> tuple[str, str]:
    """Return what a message to the staff says now, and where it leads; ``Unwanted`` if nothing waits."""
    kind, user = Kind(delivery.kind), delivery.user
    able = able_staff(RIGHT_TO[kind]).filter(pk=user.pk).exists()
    count = waiting(kind, user.pk) if able and profile_of(user).desk_calls else 0
    if not count:
        raise Unwanted
    if kind == Kind.APPEAL_WAITING:
        text = ngettext(
            "%(count)d appeal is waiting for review", "%(count)d appeals are waiting for review", count
        )
    else:
        text = ngettext(
            "%(count)d report is waiting for review", "%(count)d reports are waiting for review", count
        )
    return text % {"count": count}, full(f"{reverse(LIST_OF[kind])}?state__exact=open")
