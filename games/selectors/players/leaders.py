"""Who plays a title best: the cautious ratings, and the records of those who play alone."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import Any
from uuid import UUID

from django.db.models import Count, OuterRef, QuerySet, Subquery

from games.models import Game, Rating, SoloRecord
from games.rules import registry
from games.rules.protocol import OptionInfo, option_infos
from games.selectors.viewers import Viewer

LEAST_GAMES = 5
MOST_LEADERS = 50


@dataclass(frozen=True, slots=True)
class Leader:
    """A place on a leader board."""

    place: int
    user_id: int
    name: str
    score: float
    games: int
    is_me: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The first of a title; ``mine`` is the viewer's own place if it lies below them."""

    rows: tuple[Leader, ...]
    mine: Leader | None


@dataclass(frozen=True, slots=True)
class Record:
    """The best game alone with one choice of options: by whom, if by anybody, and when."""

    options: tuple[tuple[str, str | bool], ...]
    user_id: int | None = None
    name: str = ""
    points: int = 0
    at: datetime | None = None
    game_id: UUID | None = None
    attempts: int = 0
    """How many games that could have become this record its holder had started by then, it included."""


def board(slug: str, viewer: Viewer) -> Board:
    """Return the leader board of a title; equal scores share a place."""
    best = _rated(slug).select_related("user__profile").order_by("-score", "user_id")[:MOST_LEADERS]
    rows: list[Leader] = []
    for number, rating in enumerate(best, 1):
        shared = rows and rows[-1].score == rating.score
        rows.append(_leader(rating, rows[-1].place if shared else number, viewer))
    return Board(tuple(rows), None if any(row.is_me for row in rows) else _own_place(slug, viewer))


def _rated(slug: str) -> QuerySet[Rating]:
    return Rating.objects.filter(slug=slug, games__gte=LEAST_GAMES, user__is_active=True)


def _own_place(slug: str, viewer: Viewer) -> Leader | None:
    if viewer.user_id is None:
        return None
    rating = _rated(slug).select_related("user__profile").filter(user_id=viewer.user_id).first()
    if rating is None:
        return None
    return _leader(rating, 1 + _rated(slug).filter(score__gt=rating.score).count(), viewer)


def _leader(rating: Rating, place: int, viewer: Viewer) -> Leader:
    is_me = rating.user_id == viewer.user_id
    return Leader(place, rating.user_id, rating.user.profile.name, rating.score, rating.games, is_me)


def records(slug: str) -> tuple[Record, ...]:
    """Return the record of every choice of options a title offers to one player alone, in one query."""
    if 1 not in registry.get(slug).seats:
        return ()
    variants = [(variant(slug, options), options) for options in _solo_options(slug)]
    best = [
        Subquery(
            SoloRecord.objects.filter(slug=slug, variant=text, user__is_active=True)
            .order_by("-points", "at")
            .values("pk")[:1]
        )
        for text, _ in variants
    ]
    scores = (
        SoloRecord.objects.filter(pk__in=best).select_related("user__profile").annotate(attempts=_attempts())
    )
    standing = {record.variant: record for record in scores}
    return tuple(_record(slug, options, standing.get(text)) for text, options in variants)


def _attempts() -> Subquery:
    """Count the games that a record's holder had started when it was set and that could have become it."""
    same_kind = Game.objects.filter(
        ruleset_slug=OuterRef("slug"),
        options=OuterRef("game__options"),
        seat_count=1,
        listed=True,
        started_at__lte=OuterRef("at"),
        seats__user_id=OuterRef("user_id"),
    )
    return Subquery(same_kind.order_by().values("seat_count").annotate(count=Count("pk")).values("count"))


def _solo_options(slug: str) -> list[dict[str, str | bool]]:
    infos = _solo_infos(slug)
    values = [[choice.value for choice in info.choices] or [False, True] for info in infos.values()]
    return [dict(zip(infos, chosen, strict=True)) for chosen in product(*values)]


def _solo_infos(slug: str) -> Mapping[str, OptionInfo]:
    infos = option_infos(registry.get(slug).options)
    return {name: info for name, info in infos.items() if info.seats is None or 1 in info.seats}


def _record(slug: str, options: Mapping[str, Any], record: Any) -> Record:
    infos = _solo_infos(slug)
    words = tuple((infos[name].label, _word(infos[name], value)) for name, value in options.items())
    if record is None:
        return Record(words)
    name, attempts = record.user.profile.name, record.attempts or 1
    return Record(words, record.user_id, name, record.points, record.at, record.game_id, attempts)


def _word(info: OptionInfo, value: str | bool) -> str | bool:
    return next((choice.label for choice in info.choices if choice.value == value), value)


def variant(slug: str, options: Mapping[str, object]) -> str:
    """Return the options that matter to somebody who plays alone, as one text to compare."""
    return json.dumps({name: options[name] for name in _solo_infos(slug)}, sort_keys=True)
