"""Deals that pages offer before anybody contributes (fair shuffle 2, section 2)."""

import uuid

from games.fair.keys import Deal, hmac256, lp


def offered_deal(offer_key: bytes, deal_id: str) -> Deal:
    """Return a deal whose seed nobody stored: the key of its day and its name give it."""
    return Deal(deal_id, hmac256(offer_key, "offer", lp(deal_id.encode("ascii"))))


def new_offered_deal(offer_key: bytes) -> Deal:
    """Return a deal of a new name."""
    return offered_deal(offer_key, str(uuid.uuid4()))
