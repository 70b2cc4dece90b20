"""Deals that everybody plays alike: seeds from a chain whose end was published before the first day."""

import hashlib
from datetime import date
from uuid import NAMESPACE_DNS, uuid5

from games.fair.keys import SHARED, Deal, Secret, label, lp

DAILY = uuid5(NAMESPACE_DNS, "daily.card-city")


def seed_before(seed: bytes) -> Secret:
    """Return the seed of the day before; nobody can compute the day after."""
    return Secret(hashlib.sha256(label("chain") + lp(seed)).digest())


def anchor(seed: bytes, day: int) -> str:
    """Return what the chain began with, computed from a day's seed; days count from 1."""
    for _ in range(day):
        seed = seed_before(seed)
    return bytes(seed).hex()


def is_of_chain(published: str, seed: bytes, day: int) -> bool:
    """Tell whether a day's seed is the one that was fixed when the anchor was published."""
    return day >= 1 and anchor(seed, day) == published


def daily_id(day: date, slug: str) -> str:
    """Return the name of a day's deal of one title."""
    return str(uuid5(DAILY, f"{day.isoformat()}/{slug}"))


def daily_deal(day: date, slug: str, seed: Secret) -> Deal:
    """Return a day's deal, which every table of that title plays."""
    return Deal(daily_id(day, slug), seed, SHARED)
