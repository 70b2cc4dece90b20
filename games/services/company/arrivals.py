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
from games.selectors.clocks.arithmetic import AWAY
from games.selectors.players.reach import confirmed_addresses
from games.selectors.viewers import Viewer, holder_of
from games.services.company.meanwhile import playing_meanwhile
from games.services.notices.calls import Channel, Kind, channels, reachable
from games.services.notices.inbox import tell
from games.services.people.limits import TooMany, count_use

LOOKING = timedelta(seconds=60)
"""Who gave a sign so recently sees it on the page."""
MOST_NEWCOMERS, NEWCOMERS_SECONDS = 10, 60 * 60
"""Of how many newcomers at one table, in which time, people are told."""


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
class NewcomerNews:
    """Whether who sits at an open table can be told of newcomers, and wants to."""

    can: bool
    wants: bool
    is_guest: bool


def newcomer_news_of(seat: Seat) -> NewcomerNews:
    """Return the seat holder's wish."""
    return NewcomerNews(can_be_told(seat), seat.wants_news, seat.user_id is None)


def choose_news(game_id: UUID, viewer: Viewer, wanted: bool) -> None:
    """Let somebody at an open table be told of newcomers, or not any more."""
    seats = Seat.objects.filter(viewer.owns(), game_id=game_id, game__status=Game.Status.OPEN)
    seat = seats.exclude(game__pace=Game.Pace.LIVE).first()
    if seat is None or (wanted and not can_be_told(seat)):
        raise NotSeated(gettext_noop("You can't get notifications about this table."))
    seats.filter(pk=seat.pk).update(wants_news=wanted)


def tell_of_newcomer(game: Game, newcomer: Seat, now: datetime) -> None:
    """Tell those at an open table who asked for it that somebody sat down."""
    absent = game.seats.filter(wants_news=True).exclude(pk=newcomer.pk)
    seats = [seat.pk for seat in absent if not _is_looking(seat, now)]
    elsewhere = playing_meanwhile(game, newcomer, seats)
    if (seats or elsewhere) and _has_room(game):
        _tell(game, Kind.JOINED, seats, newcomer, now)
        for seat in elsewhere:
            tell(holder_of(seat), Kind.JOINED, game, holder_of(newcomer), name=newcomer.name)


def tell_of_return(seat_ids: Collection[int], now: datetime) -> None:
    """Tell those who chose to wait for somebody that they are back; once, and before the sign is written."""
    long_ago = Q(seen_at=None) | Q(seen_at__lte=now - AWAY)
    awaited = Seat.objects.filter(spared_until__isnull=False, acts_since__isnull=False, pk__in=seat_ids)
    waited_for = Exists(Seat.objects.filter(game=OuterRef("game_id"), wants_news=True))
    back = awaited.filter(long_ago, waited_for, game__status=Game.Status.RUNNING)
    for seat_id, game_id in list(back.values_list("pk", "game_id")):
        _welcome_back(game_id, seat_id, now)


@transaction.atomic
def _welcome_back(game_id: UUID, seat_id: int, now: datetime) -> None:
    """Tell of one return, in the order of moves: first the game is locked, and then its seats."""
    game = Game.objects.select_for_update(of=("self",)).defer("state", "deal").get(pk=game_id)
    seat = game.seats.get(pk=seat_id)
    if seat.spared_until:
        waiting = game.seats.filter(wants_news=True, left=False).exclude(pk=seat.pk)
        _tell(game, Kind.BACK, list(waiting.values_list("pk", flat=True)), seat, now)
        stop_waiting(game, seat.index)


def stop_waiting(game: Game, index: int) -> None:
    """Let nobody wait for this seat any more; whoever waits for no other is to be told of nobody."""
    spared = game.seats.filter(spared_until__isnull=False)
    spares = spared.filter(index=index).update(spared_until=None)
    if spares and not spared.filter(acts_since__isnull=False).exists():
        game.seats.filter(wants_news=True).update(wants_news=False)


def _is_looking(seat: Seat, now: datetime) -> bool:
    return seat.seen_at is not None and now - seat.seen_at < LOOKING


def _tell(game: Game, kind: Kind, seat_ids: list[int], about: Seat, now: datetime) -> None:
    """Leave each a notice, and queue what reaches them elsewhere, once for each newcomer or ply."""
    # Not the newcomer's index: whoever sits down where somebody got up is a newcomer, too.
    turn = about.pk if kind == Kind.JOINED else game.ply
    seats = list(reachable(game.seats.filter(pk__in=seat_ids))) if seat_ids else []
    calls = []
    for seat in seats:
        tell(holder_of(seat), kind, game, holder_of(about), name=about.name)
        if seat.user_id and not (kind == Kind.BACK and _is_looking(seat, now)):
            ways = [*channels(seat), *([Channel.MAIL] if _wants_mail(seat) else ())]
            calls += [_call(seat, channel, kind, turn, now) for channel in ways]
    Delivery.objects.bulk_create(calls, ignore_conflicts=True)


def _has_room(game: Game) -> bool:
    """Tell whether of one more may be told: somebody may sit down and get up again without end."""
    try:
        count_use(str(game.pk), "newcomers", MOST_NEWCOMERS, NEWCOMERS_SECONDS)
    except TooMany:
        return False
    return True


def _wants_mail(seat: Seat) -> bool:
    return bool(seat.has_mail) and seat.user.profile.mails != Profile.Mails.NONE


def _call(seat: Seat, channel: Channel, kind: Kind, turn: int, now: datetime) -> Delivery:
    return Delivery(
        user_id=seat.user_id, channel=channel, kind=kind, game_id=seat.game_id, turn=turn, due_at=now
    )
