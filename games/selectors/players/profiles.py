"""What somebody with an account has played, as far as whoever looks may see it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Game, Rating, RatingChange, Seat
from games.rules import registry
from games.rules.phrases import Phrase
from games.selectors.games import games_for
from games.selectors.players.people import Named
from games.selectors.viewers import Viewer, profile_of


@dataclass(frozen=True, slots=True)
class ProfileHead:
    """Somebody with an account, as everybody may know them."""

    user_id: int
    name: str
    since: datetime


@dataclass(frozen=True, slots=True)
class RatingRow:
    """How well somebody plays a title."""

    slug: str
    title: str
    score: float
    games: int


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A finished game and how it ended for somebody."""

    game_id: UUID
    title: str
    ended_at: datetime
    seat_count: int
    place: int
    score: Phrase
    left: bool
    gain: float | None
    opponents: tuple[Named, ...]


def person(user_id: int) -> ProfileHead | None:
    """Return who has this account, unless it is closed."""
    user = get_user_model().objects.select_related("profile").filter(pk=user_id, is_active=True).first()
    return ProfileHead(user.pk, profile_of(user).name, user.date_joined) if user else None


def ratings_of(user_id: int) -> tuple[RatingRow, ...]:
    """Return somebody's ratings in the order of the titles."""
    rows = {row.slug: row for row in Rating.objects.filter(user_id=user_id)}
    return tuple(
        RatingRow(ruleset.slug, ruleset.name, rows[ruleset.slug].score, rows[ruleset.slug].games)
        for ruleset in registry.rulesets()
        if ruleset.slug in rows
    )


def games_of(user_id: int, viewer: Viewer, slug: str = "") -> QuerySet[Game, Any]:
    """Return the games somebody finished that the viewer may see, the last first, with how they ended.

    ``against`` is the level of the strongest bot that sat there, 0 if only people did.
    """
    games = games_for(viewer).filter(
        seats__user_id=user_id, seats__points__isnull=False, status=Game.Status.FINISHED
    )
    if slug:
        games = games.filter(ruleset_slug=slug)
    bots = Seat.objects.filter(game=OuterRef("pk"), kind=Seat.Kind.BOT).exclude(bot=0).order_by("-bot")
    ended = games.annotate(
        points=F("seats__points"), place=F("seats__place"), left=F("seats__left"), built=F("seats__built")
    ).annotate(against=Coalesce(Subquery(bots.values("bot")[:1]), 0))
    return ended.order_by("-ended_at", "pk")


def history_rows(games: Iterable[Any], user_id: int) -> tuple[HistoryRow, ...]:
    """Return one page of games as a history shows them, in two queries."""
    page = list(games)
    others: dict[UUID, list[Named]] = {game.pk: [] for game in page}
    seats = Seat.objects.filter(game_id__in=others).exclude(user_id=user_id).order_by("index")
    for game_id, name, other, guest, bot in seats.values_list("game", "name", "user", "guest", "bot"):
        others[game_id].append(Named(name, other, guest is not None, bot))
    changes = RatingChange.objects.filter(game_id__in=others, user_id=user_id, annulled=False)
    gains = dict(changes.values_list("game_id", "gain"))
    return tuple(history_row(game, game, tuple(others[game.pk]), gains.get(game.pk)) for game in page)


def history_row(game: Any, held: Any, opponents: tuple[Named, ...], gain: float | None = None) -> HistoryRow:
    """Return how a game ended for somebody; ``held`` is their seat, or anything with its place and points."""
    ruleset = registry.get(game.ruleset_slug)
    return HistoryRow(
        game_id=game.pk,
        title=ruleset.name,
        ended_at=game.ended_at,
        seat_count=game.seat_count,
        place=held.place,
        score=ruleset.unit.count(held.points),
        left=held.left,
        gain=gain,
        opponents=opponents,
    )
