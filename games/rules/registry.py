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
def _load(module: str) -> dict[int | None, Ruleset[Any]]:
    """Return the versions of a ruleset, the newest also under None: a move asks for one ten times."""
    newest: Ruleset[Any] = import_module(module).RULESET
    return {None: newest, **{ruleset.version: ruleset for ruleset in (*newest.former, newest)}}


def get(slug: str, version: int | None = None) -> Ruleset[Any]:
    """Return the ruleset of that slug, the newest or of that version; ``KeyError`` if there is none."""
    return _load(SLUGS[slug])[version]


def rulesets() -> tuple[Ruleset[Any], ...]:
    """Return every title on offer, in order."""
    return tuple(map(get, SLUGS))
