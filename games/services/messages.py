"""The one sentence that pushes and webhooks say, in the person's language."""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.models import Delivery
from games.rules import registry
from games.services.addresses import full, table_url
from games.services.undelivered import Unwanted
from games.services.waiting import waiting_seats


@dataclass(frozen=True, slots=True)
class Message:
    """What is said, and where it leads; nobody else's words are in it."""

    title: str
    text: str
    url: str


def message_of(delivery: Delivery) -> Message:
    """Return what to say now; ``Unwanted`` if the game waits no longer."""
    if delivery.kind == Delivery.Kind.TEST:
        return Message("Card City", gettext("This is a test: it works."), full("/"))
    seat = waiting_seats(delivery.user_id).filter(game_id=delivery.game_id).first()
    if seat is None:
        raise Unwanted
    title = {"title": gettext(registry.get(seat.game.ruleset_slug).name)}
    if delivery.kind == Delivery.Kind.CLOCK_REMINDER:
        text = gettext("Your time in %(title)s runs out soon.") % title
    else:
        text = gettext("It is your turn in %(title)s.") % title
    return Message("Card City", text, table_url(seat.game_id))
