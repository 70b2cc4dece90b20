"""Offers: the commitment a page shows before anything is sent (fair shuffle 2, section 2)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db import IntegrityError
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.debug import sensitive_variables

from games import fair
from games.models import Game, OfferKey, Seat
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop

LIFE = timedelta(hours=2)
KEY_LIFE = timedelta(days=2)
NEW_GUEST = timedelta(minutes=1)
_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_TOKEN = re.compile(rf"({_UUID})\.([0-9a-f]{{64}})\.([0-9]{{1,11}})\.([0-9a-f]{{64}})")
EXPIRED = gettext_noop(
    "This page was open for more than two hours, so here's a new shuffle. Please try again."
)
NOT_YOURS = gettext_noop("This page's shuffle is no longer valid. Here's a new one – please try again.")
USED = gettext_noop("This page's shuffle has already been used. Here's a new one – please try again.")

_kept: dict[date, fair.Secret] = {}
"""The key of the newest day this process used; the table, which all processes share, is the truth."""


class OfferError(RulesError):
    """The form names no offer its visitor may take now."""


class Taken(Exception):
    """The offer has led its visitor to a seat already."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Offer:
    """A deal that one visitor may take until it expires; its text is what a form sends back."""

    deal_id: str
    commitment: str
    expires: int
    mac: str

    def __str__(self) -> str:
        return f"{self.deal_id}.{self.commitment}.{self.expires}.{self.mac}"

    @property
    def day(self) -> date:
        """The day it was made, whose key gives its seed."""
        return (datetime.fromtimestamp(self.expires, UTC) - LIFE).date()


@sensitive_variables()
def new_offer(secret: str) -> Offer:
    """Offer a new deal to the visitor who has this CSRF secret."""
    now = timezone.now()
    deal = fair.new_offered_deal(_key_of_today(now.date()))
    commitment = fair.commitment(deal.deal_id, deal.server_seed)
    expires = int((now + LIFE).timestamp())
    return Offer(deal.deal_id, commitment, expires, _mac(deal.deal_id, commitment, expires, secret))


def read_offer(text: str, secret: str) -> Offer:
    """Return the offer a form names; ``OfferError`` if it was not made for this visitor, or too long ago."""
    match = _TOKEN.fullmatch(text)
    if match is None:
        raise OfferError(NOT_YOURS)
    offer = Offer(match[1], match[2], int(match[3]), match[4])
    if not constant_time_compare(offer.mac, _mac(offer.deal_id, offer.commitment, offer.expires, secret)):
        raise OfferError(NOT_YOURS)
    if offer.expires <= timezone.now().timestamp():
        raise OfferError(EXPIRED)
    return offer


def _mac(deal_id: str, commitment: str, expires: int, secret: str) -> str:
    return salted_hmac(
        "games.offer", f"{deal_id}.{commitment}.{expires}.{secret}", algorithm="sha256"
    ).hexdigest()


def take(offer: Offer, open_table: Callable[[fair.Deal], Game]) -> Game:
    """Open the table of an offer; ``Taken`` if that was done before or is done at this moment."""
    refuse_second(offer)
    try:
        return open_table(_deal_of(offer))
    except IntegrityError:
        refuse_second(offer)
        raise


def refuse_second(offer: Offer) -> None:
    """Raise ``Taken`` for an offer that has led to a seat, ``OfferError`` for one whose seat is gone."""
    # Asked first: a table that is there has had its seat, and who finds none knows that it was left.
    has_table = Game.objects.filter(deal_id=offer.deal_id).exists()
    seats = Seat.objects.filter(offer=offer.deal_id).select_related("game", "guest")
    seat = seats.defer("game__state", "game__deal").first()
    if seat and not seat.game.is_over:
        raise Taken(seat)
    if seat or has_table:
        raise OfferError(USED)


def is_new_guests(seat: Seat) -> bool:
    """Tell whether a guest holds the seat who was a stranger a moment ago."""
    return seat.guest is not None and seat.guest.created_at > timezone.now() - NEW_GUEST


@sensitive_variables()
def _deal_of(offer: Offer) -> fair.Deal:
    stored = OfferKey.objects.filter(day=offer.day).first()
    if stored is None:
        _kept.clear()
        raise OfferError(EXPIRED)
    deal = fair.offered_deal(_keep(stored), offer.deal_id)
    if fair.commitment(deal.deal_id, deal.server_seed) != offer.commitment:
        raise OfferError(NOT_YOURS)
    return deal


@sensitive_variables()
def _key_of_today(day: date) -> fair.Secret:
    return _kept.get(day) or _stored_key(day)


@sensitive_variables()
def _stored_key(day: date) -> fair.Secret:
    """Return the key of a day, drawn by whichever process is first to need it."""
    return _keep(OfferKey.objects.get_or_create(day=day, defaults={"key": fair.new_seed()})[0])


@sensitive_variables()
def _keep(stored: OfferKey) -> fair.Secret:
    """Remember the key as it is stored, and no other day's."""
    key = fair.Secret(stored.key)
    _kept.clear()
    _kept[stored.day] = key
    return key


def forget_offer_keys(now: datetime) -> int:
    """Delete the keys of offers nobody can take any more."""
    return OfferKey.objects.filter(day__lte=(now - KEY_LIFE).date()).delete()[0]
