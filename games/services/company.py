"""Company: telling people who are not looking that somebody joined their table or has come back to it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.models import Delivery, Game, Profile, PushSubscription, Seat
from games.rules.protocol import NotSeated
from games.rules.words import gettext_noop
from games.services.calls import Channel, Kind, channels, confirmed_addresses, reachable
from games.services.notices import tell
from games.services.people import Viewer, holder_of

LOOKING = timedelta(seconds=60)
"""Who gave a sign so recently sees it on the page."""


def hears() -> Q:
    """Return the filter for seats whose holders hear of their games by mail, push or webhook."""
    user = OuterRef("user_id")
    mail = Exists(confirmed_addresses().filter(user=user)) & ~Q(user__profile__mails=Profile.Mails.NONE)
    push = Exists(PushSubscription.objects.filter(user=user))
    return Q(user__is_active=True) & (mail | push | Q(user__profile__webhook__gt=""))


def can_be_told(seat: Seat) -> bool:
    """Tell whether the site can reach who sits there while none of its pages is open."""
    return Seat.objects.filter(hears(), pk=seat.pk).exists()


@dataclass(frozen=True, slots=True)
class Wish:
    """Whether who sits at an open table can be told of newcomers, and wants to."""

    can: bool
    wants: bool
    is_guest: bool


def wish_of(seat: Seat) -> Wish:
    """Return the seat holder's wish."""
    return Wish(can_be_told(seat), seat.wants_news, seat.user_id is None)


def choose_news(game_id: UUID, viewer: Viewer, wanted: bool) -> None:
    """Let somebody at an open table be told of newcomers, or not any more."""
    seats = Seat.objects.filter(viewer.owns(), game_id=game_id, game__status=Game.Status.OPEN)
    seat = seats.exclude(game__pace=Game.Pace.LIVE).first()
    if seat is None or (wanted and not can_be_told(seat)):
        raise NotSeated(gettext_noop("You can't be told about this table."))
    seats.filter(pk=seat.pk).update(wants_news=wanted)


def tell_of_newcomer(game: Game, newcomer: Seat, now: datetime) -> None:
    """Tell those at an open table who asked for it that somebody sat down."""
    absent = game.seats.filter(wants_news=True).exclude(pk=newcomer.pk)
    _tell(game, Kind.JOINED, [seat.pk for seat in absent if not _is_looking(seat, now)], newcomer, now)


@transaction.atomic
def tell_of_return(seat_ids: Collection[int], now: datetime) -> None:
    """Tell those who chose to wait for somebody that they are back; once."""
    back = Seat.objects.filter(
        pk__in=seat_ids, game__status=Game.Status.RUNNING, game__seats__wants_news=True
    )
    for seat in back.select_related("game").defer("game__state", "game__deal").distinct():
        waiting = seat.game.seats.select_for_update(skip_locked=True).filter(wants_news=True, left=False)
        told = list(waiting.exclude(pk=seat.pk).values_list("pk", flat=True))
        _tell(seat.game, Kind.BACK, told, seat, now)
        seat.game.seats.filter(pk__in=told).update(wants_news=False)


def _is_looking(seat: Seat, now: datetime) -> bool:
    return seat.seen_at is not None and now - seat.seen_at < LOOKING


def _tell(game: Game, kind: Kind, seat_ids: list[int], about: Seat, now: datetime) -> None:
    """Leave each a notice, and queue what reaches them elsewhere, once for each newcomer or ply."""
    turn = about.index if kind == Kind.JOINED else game.ply
    seats = list(reachable(game.seats.filter(pk__in=seat_ids))) if seat_ids else []
    calls = []
    for seat in seats:
        tell(holder_of(seat), kind, game, name=about.name)
        if seat.user_id and not (kind == Kind.BACK and _is_looking(seat, now)):
            ways = [*channels(seat), *([Channel.MAIL] if _wants_mail(seat) else ())]
            calls += [_call(seat, channel, kind, turn, now) for channel in ways]
    Delivery.objects.bulk_create(calls, ignore_conflicts=True)


def _wants_mail(seat: Seat) -> bool:
    return bool(seat.has_mail) and seat.user.profile.mails != Profile.Mails.NONE


def _call(seat: Seat, channel: Channel, kind: Kind, turn: int, now: datetime) -> Delivery:
    return Delivery(
        user_id=seat.user_id, channel=channel, kind=kind, game_id=seat.game_id, turn=turn, due_at=now
    )
