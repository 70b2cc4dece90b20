"""Tables are opened through the offer of a page: what was fixed there cannot depend on what is sent."""

from collections.abc import Callable
from contextlib import suppress

from django.http import HttpRequest
from django.middleware.csrf import get_token

from games import fair
from games.models import Game, Seat
from games.requests import forget_viewer, viewer
from games.selectors.viewers import GUEST_KEY, Viewer
from games.services.storage.offers import (
    USED,
    Offer,
    OfferError,
    Taken,
    is_new_guests,
    new_offer,
    read_offer,
    refuse_second,
    take,
)

FIELD = "offer"


def page_offer(request: HttpRequest, error: Exception | None = None) -> Offer:
    """Return what a page offers: the posted offer as long as it is good, so that its commitment stays."""
    try:
        if not isinstance(error, OfferError):
            return _posted(request)
    except OfferError:
        pass
    return new_offer(_secret(request))


def open_offered(request: HttpRequest, open_table: Callable[[fair.Deal], Game]) -> Game:
    """Open a table with the posted offer; a second post of the same visitor is led to the same table."""
    who = viewer(request)
    try:
        return take(_posted(request), open_table)
    except Taken as taken:
        return _lead(request, who, taken.seat)


def sit_offered(request: HttpRequest, sit: Callable[[fair.Deal | None], Game]) -> Game:
    """Sit down at a table that is there; a second post of the same stranger is led to the same seat.

    The table has a deal of its own, and the page's is nothing but its name: who sits down may do without.
    """
    try:
        return open_offered(request, sit)
    except OfferError:
        return sit(None)


def seated_before(request: HttpRequest) -> Game | None:
    """Return the table at which the posted offer has led to a seat, and let its visitor be who sits there."""
    # An old page may still be right about the table.
    with suppress(OfferError):
        try:
            refuse_second(_posted(request))
        except Taken as taken:
            return _lead(request, viewer(request), taken.seat)
    return None


def _posted(request: HttpRequest) -> Offer:
    return read_offer(request.POST.get(FIELD, ""), _secret(request))


def _secret(request: HttpRequest) -> str:
    """Return the visitor's CSRF secret, which every page with a form has its browser keep."""
    get_token(request)
    secret: str = request.META["CSRF_COOKIE"]
    return secret


def _lead(request: HttpRequest, who: Viewer, seat: Seat) -> Game:
    """Return the game of a seat that was taken before, and let its visitor be who sits there.

    A stranger who posted twice before the first answer came is the guest whom the first post made.

    ``who`` is who posted, before this post made a guest of its own.
    """
    if not who.holds(seat.user_id, seat.guest_id):
        if who.is_known or not is_new_guests(seat):
            raise OfferError(USED)
        request.session[GUEST_KEY] = str(seat.guest_id)
        forget_viewer(request)
    return seat.game
