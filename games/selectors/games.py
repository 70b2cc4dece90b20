"""Which games somebody may see: every page finds its game here."""

from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import Game, Invitation, Seat
from games.selectors.blocks import blocked_tables
from games.selectors.viewers import Invited, Viewer

_LISTED = (
    "ruleset_slug", "status", "seat_count", "host_index", "rated", "options",
    "pace", "base_seconds", "increment_seconds", "measure", "on_expiry", "paused_at",
)  # fmt: skip
"""What a list shows of a table; its position alone may be thousands of bytes."""


def games_for(viewer: Viewer) -> QuerySet[Game]:
    """Return the games this viewer may see: listed ones, their own and what follows them, and invitations."""
    seated = Seat.objects.filter(viewer.owns()).values("game_id")
    asked = Invitation.objects.filter(user_id=viewer.user_id, declined_at=None).values("game_id")
    mine = Q(pk__in=seated) | Q(rematch_of__in=seated)
    return Game.objects.filter(Q(listed=True) | mine | _by_link(viewer) | Q(pk__in=asked))


def _by_link(viewer: Viewer) -> Q:
    """Return the filter for games whose invite link, as it is now, the viewer has had."""
    by_number: dict[int, list[UUID]] = {}
    for game_id, number in sorted(viewer.invited):
        by_number.setdefault(number, []).append(game_id)
    allowed = Q(pk__in=())
    for number, game_ids in by_number.items():
        allowed |= Q(pk__in=game_ids, invite_no=number)
    return allowed


def open_tables(viewer: Viewer) -> QuerySet[Game]:
    """Return listed tables with a free seat, newest first; none that a block stands between."""
    tables = Game.objects.filter(status=Game.Status.OPEN, listed=True)
    # Counted table by table: a join that is counted would be grouped over all games that ever were.
    seats = Seat.objects.filter(game=OuterRef("pk")).order_by().values("game").annotate(count=Count("pk"))
    free = F("seat_count") - Coalesce(Subquery(seats.values("count")), 0)
    if viewer.is_known:
        tables = tables.exclude(pk__in=blocked_tables(viewer))
    return tables.annotate(free=free).only(*_LISTED).order_by("-created_at")


def running_games() -> QuerySet[Game]:
    """Return listed games in progress for several people, the last moved first."""
    games = Game.objects.filter(status=Game.Status.RUNNING, listed=True, seat_count__gt=1)
    return games.only(*_LISTED).order_by("-moved_at")


def invite_code(game_id: UUID, number: int = 0) -> str:
    """Return the 128-bit code of the game's invite link of that number, derived and never stored."""
    named = f"{game_id}.{number}" if number else str(game_id)
    return salted_hmac("games.invite", named, algorithm="sha256").hexdigest()[:32]


def invited_by(game_id: UUID, code: str) -> Invited | None:
    """Return what the code opens, if it is the one that the game's link has now."""
    number = Game.objects.filter(pk=game_id).values_list("invite_no", flat=True).first()
    fits = number is not None and constant_time_compare(invite_code(game_id, number), code)
    return Invited(game_id, number) if fits else None
