"""The one sentence that pushes and webhooks say, in the person's language."""

from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Delivery, Seat
from games.rules.words import gettext_noop
from games.selectors.clocks.arithmetic import clock_of
from games.services.moderation.desk_calls import DESK_KINDS, said_of
from games.services.notices.addresses import full, table_url
from games.services.notices.undelivered import Unwanted
from games.services.notices.waiting import acting_seats, waiting_seats

COMPANY = {
    Delivery.Kind.JOINED.value: gettext_noop("A player joined your %(title)s table."),
    Delivery.Kind.BACK.value: gettext_noop("The player you're waiting for in %(title)s is back."),
}


@dataclass(frozen=True, slots=True)
class Message:
    """What is said, and where it leads; nobody else's words are in it."""

    title: str
    text: str
    url: str


def company_words(delivery: Delivery) -> str:
    """Return what to say of somebody who joined or came back.

    ``Unwanted`` once the table is given up, or the newcomer, whose seat is the call's ``turn``, has left it.
    """
    game = delivery.game
    if game is None or game.is_over:
        raise Unwanted
    if delivery.kind == Delivery.Kind.JOINED and not game.seats.filter(pk=delivery.turn, left=False).exists():
        raise Unwanted
    return gettext(COMPANY[delivery.kind]) % {"title": gettext(game.title)}


def awaited_seat(delivery: Delivery) -> Seat:
    """Return the seat a call is about; ``Unwanted`` if the game waits no longer, or again after that turn.

    So is a reminder of a clock that stands or has run out.
    """
    reminds = delivery.kind == Delivery.Kind.CLOCK_REMINDER
    # A clock runs out whether or not somebody else sits there.
    found = acting_seats if reminds else waiting_seats
    seat = found(delivery.user_id).filter(game_id=delivery.game_id).first()
    if seat is None or _is_of_earlier_turn(delivery, seat):
        raise Unwanted
    ends = clock_of(seat).ends
    if reminds and (ends is None or ends <= timezone.now()):
        raise Unwanted
    return seat


def _is_of_earlier_turn(delivery: Delivery, seat: Seat) -> bool:
    """Tell whether the turn a call is about is over, though the game has come to wait for the seat again."""
    turn = delivery.turn or 0
    if delivery.kind == Delivery.Kind.CLOCK_REMINDER:
        # Who has moved since knows of the clock, and it may have begun anew.
        return seat.game.records.filter(seat=seat.index, ply__gt=turn).exists()
    # A move alone does not end a turn: who leaves in the middle of one is still to be called.
    calls = Delivery.objects.filter(user=delivery.user_id, channel=delivery.channel, game=delivery.game_id)
    return calls.filter(kind=delivery.kind, turn__gt=turn).exists()


def message_of(delivery: Delivery) -> Message:
    """Return what to say now; ``Unwanted`` if nobody needs to hear it any more."""
    if delivery.kind == Delivery.Kind.TEST:
        return Message(settings.SITE_NAME, gettext("This is a test message. It works!"), full("/"))
    if delivery.kind in COMPANY:
        return Message(settings.SITE_NAME, company_words(delivery), table_url(delivery.game_id))
    if delivery.kind in DESK_KINDS:
        text, url = said_of(delivery)
        return Message(settings.SITE_NAME, text, url)
    seat = awaited_seat(delivery)
    title = {"title": gettext(seat.game.title)}
    if delivery.kind == Delivery.Kind.CLOCK_REMINDER:
        text = gettext("Your time in %(title)s runs out soon.") % title
    else:
        text = gettext("It's your turn in %(title)s.") % title
    return Message(settings.SITE_NAME, text, table_url(seat.game_id))
