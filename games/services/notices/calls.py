"""Calling people back to a table: who is to hear by mail, push or webhook that a game waits for them."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Delivery, Game, MoveRecord, Profile, PushSubscription, Seat
from games.selectors.players.reach import confirmed_addresses

Channel, Kind = Delivery.Channel, Delivery.Kind

STILL_LOOKING = timedelta(minutes=5)
"""Who was here so recently is looking, and hears nothing."""
MAIL_DELAY = timedelta(minutes=10)
DIGEST_HOUR = 7
HELD_BACK = {Kind.YOUR_TURN, Kind.REPORT_WAITING, Kind.APPEAL_WAITING}
"""What waits for the end of a vacation."""


def call_players(game: Game, waiting: Iterable[Seat], now: datetime) -> None:
    """Queue what tells these seats that the game has come to wait for them, once a turn and visit.

    In live games everybody is looking; a guest cannot be reached.
    """
    people = [seat.pk for seat in waiting if seat.user_id]
    if game.pace == Game.Pace.LIVE or not people:
        return
    seats = list(reachable(Seat.objects.filter(pk__in=people, user__is_active=True)))
    for seat in seats:
        _allow_again(seat)
    calls = [call for seat in seats for call in _turn_calls(seat, now)]
    # Whatever is queued or was said already stays as it is: the database allows it once.
    Delivery.objects.bulk_create(calls, ignore_conflicts=True)


def reachable(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return the seats with what is needed to reach who holds them, and the ply that began their turn."""
    user = OuterRef("user_id")
    moves = MoveRecord.objects.filter(game=OuterRef("game_id"), seat=OuterRef("index"))
    mail = Delivery.objects.filter(
        user=user, channel=Channel.MAIL, kind=Kind.YOUR_TURN, state=Delivery.State.WAITING
    )
    return (
        seats.filter(left=False)
        .select_related("user__profile")
        .annotate(
            turn=Coalesce(Subquery(moves.order_by("-ply").values("ply")[:1]), 0),
            has_mail=Exists(confirmed_addresses().filter(user=user)),
            has_push=Exists(PushSubscription.objects.filter(user=user)),
            has_mail_waiting=Exists(mail),
        )
    )


def channels(seat: Seat) -> Iterator[Channel]:
    """Name the ways besides mail by which the holder of a reachable seat wants to hear."""
    if seat.user.profile.webhook:
        yield Channel.WEBHOOK
    if seat.has_push:
        yield Channel.PUSH


def call(seat: Seat, channel: Channel, kind: Kind, due_at: datetime) -> Delivery:
    """Return a call about the seat's turn, not yet queued."""
    return Delivery(
        user_id=seat.user_id, channel=channel, kind=kind, game_id=seat.game_id, turn=seat.turn, due_at=due_at
    )


def _allow_again(seat: Seat) -> None:
    """Let the turn be called out once more if its holder was here since the last call of it.

    They found it taken back by who had moved before. Who has not come still has that call before them: moves
    that are made and taken back again and again call nobody twice.
    """
    if any(channels(seat)):
        known = Delivery.objects.filter(user=seat.user_id, game=seat.game_id, kind=Kind.YOUR_TURN)
        said = known.filter(turn=seat.turn, at__lt=looked_at(seat.user.profile, seat))
        # It stays in the log, but no longer stands for the turn.
        said.exclude(state=Delivery.State.WAITING).update(turn=None)


def _turn_calls(seat: Seat, now: datetime) -> Iterator[Delivery]:
    profile = seat.user.profile
    due = max(now, looked_at(profile, seat) + STILL_LOOKING, profile.vacation_until or now)
    for channel in channels(seat):
        yield call(seat, channel, Kind.YOUR_TURN, due)
    if seat.has_mail and not seat.has_mail_waiting and wants_mail(profile):
        mail = max(due, mail_time(profile, now))
        yield Delivery(user_id=seat.user_id, channel=Channel.MAIL, kind=Kind.YOUR_TURN, due_at=mail)


def plan_anew(profile: Profile, now: datetime) -> None:
    """Date what waits in the outbox again after somebody's vacation has begun or ended."""
    # Who has just changed it is still looking.
    due = max(now + STILL_LOOKING, profile.vacation_until or now)
    _held_back(profile).exclude(channel=Channel.MAIL).update(due_at=due)
    plan_mails_anew(profile, now)


def plan_mails_anew(profile: Profile, now: datetime) -> None:
    """Date mails that wait as though they became necessary now; later ones would wait behind them."""
    due = max(mail_time(profile, now), profile.vacation_until or now)
    _held_back(profile).filter(channel=Channel.MAIL).update(due_at=due)


def _held_back(profile: Profile) -> QuerySet[Delivery]:
    return Delivery.objects.filter(user=profile.pk, kind__in=HELD_BACK, state=Delivery.State.WAITING)


def looked_at(profile: Profile, seat: Seat) -> datetime:
    """Return when the person was last known to look at the site."""
    return max(filter(None, (profile.seen_at, seat.seen_at)), default=profile.user.date_joined)


def wants_mail(profile: Profile) -> bool:
    """Tell whether a mail may be queued: not a second one before the person has come after the first."""
    if profile.mails == Profile.Mails.NONE:
        return False
    return not profile.mailed_at or bool(profile.seen_at and profile.seen_at > profile.mailed_at)


def mail_time(profile: Profile, now: datetime) -> datetime:
    """Return when a mail that becomes necessary now is to be sent."""
    if profile.mails != Profile.Mails.DIGEST:
        return now + MAIL_DELAY
    today = now.replace(hour=DIGEST_HOUR, minute=0, second=0, microsecond=0)
    return today if now < today else today + timedelta(days=1)
