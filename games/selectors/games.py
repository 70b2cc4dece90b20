"""Who may see which games: the only way to a queryset of games."""

from uuid import UUID

from django.db.models import Count, F, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game, Seat
from games.services.people import Viewer


def games_for(viewer: Viewer) -> QuerySet[Game]:
    """Return the games this viewer may see: listed ones, their own, and those they were invited to."""
    seated = Seat.objects.filter(viewer.owns()).values("game_id")
    return Game.objects.filter(Q(listed=True) | Q(pk__in=seated) | Q(pk__in=viewer.invited))


def open_tables(viewer: Viewer) -> QuerySet[Game]:
    """Return listed tables with a free seat, newest first."""
    found = games_for(viewer).filter(status=Game.Status.OPEN, listed=True)
    return found.annotate(taken=Count("seats")).prefetch_related("seats").order_by("-created_at")


def running_games(viewer: Viewer) -> QuerySet[Game]:
    """Return listed games in progress for several people, the last moved first."""
    found = games_for(viewer).filter(status=Game.Status.RUNNING, listed=True, seat_count__gt=1)
    return found.prefetch_related("seats").order_by("-moved_at")


def own_games(viewer: Viewer) -> QuerySet[Game]:
    """Return the viewer's unfinished games, the last moved first."""
    mine = Seat.objects.filter(viewer.owns(), left=False).values("game_id")
    going = Game.objects.filter(pk__in=mine, status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    return going.prefetch_related("seats").order_by(F("moved_at").desc(nulls_last=True), "-created_at")


def invite_code(game_id: UUID) -> str:
    """Return the 128-bit code of the game's invite link, derived and never stored."""
    return salted_hmac("games.invite", str(game_id), algorithm="sha256").hexdigest()[:32]


def is_invite(game_id: UUID, code: str) -> bool:
    """Return whether the code opens the game."""
    return constant_time_compare(invite_code(game_id), code)
