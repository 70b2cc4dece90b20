"""The titles on offer: one line each."""

from functools import cache
from importlib import import_module
from typing import Any

from games.rules.protocol import Ruleset

SLUGS: dict[str, str] = {
    "point_city": "games.rules.point_city",
    "card_city": "games.rules.card_city",
    "machi_koro_2": "games.rules.machi_koro_2",
    "karciane_miasto": "games.rules.karciane_miasto",
}


@cache
def _load(module: str) -> Ruleset[Any]:
    ruleset: Ruleset[Any] = import_module(module).RULESET
    return ruleset


def get(slug: str, version: int | None = None) -> Ruleset[Any]:
    """Return the ruleset of that slug, the newest or of that version; ``KeyError`` if there is none."""
    newest = _load(SLUGS[slug])
    if version is None:
        return newest
    return {ruleset.version: ruleset for ruleset in (*newest.former, newest)}[version]


def rulesets() -> tuple[Ruleset[Any], ...]:
    """Return every title on offer, in order."""
    return tuple(map(get, SLUGS))
