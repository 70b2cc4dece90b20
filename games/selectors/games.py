"""Who may see which games: the only way to a queryset of games."""

from uuid import UUID

from django.db.models import Count, F, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game, Invitation, Seat
from games.services.people import Viewer
from games.services.relations import blocked_tables


def games_for(viewer: Viewer) -> QuerySet[Game]:
    """Return the games this viewer may see: listed ones, their own and what follows them, and invitations."""
    seated = Seat.objects.filter(viewer.owns()).values("game_id")
    asked = Invitation.objects.filter(user_id=viewer.user_id, declined_at=None).values("game_id")
    mine = Q(pk__in=seated) | Q(rematch_of__in=seated)
    return Game.objects.filter(Q(listed=True) | mine | Q(pk__in=viewer.invited) | Q(pk__in=asked))


def open_tables(viewer: Viewer) -> QuerySet[Game]:
    """Return listed tables with a free seat, newest first; none that a block stands between."""
    found = Game.objects.filter(status=Game.Status.OPEN, listed=True)
    free = F("seat_count") - Count("seats")
    found = found.exclude(pk__in=blocked_tables(viewer)).annotate(free=free)
    return found.defer("state", "deal").prefetch_related("seats").order_by("-created_at")


def running_games() -> QuerySet[Game]:
    """Return listed games in progress for several people, the last moved first."""
    found = Game.objects.filter(status=Game.Status.RUNNING, listed=True, seat_count__gt=1)
    return found.defer("state", "deal").prefetch_related("seats").order_by("-moved_at")


def invite_code(game_id: UUID) -> str:
    """Return the 128-bit code of the game's invite link, derived and never stored."""
    return salted_hmac("games.invite", str(game_id), algorithm="sha256").hexdigest()[:32]


def is_invite(game_id: UUID, code: str) -> bool:
    """Return whether the code opens the game."""
    return constant_time_compare(invite_code(game_id), code)
