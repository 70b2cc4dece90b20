"""Which games wait for somebody."""

from django.db.models import Exists, OuterRef, QuerySet

from games.models import PLAYED_BY_PEOPLE, Game, Seat


def waiting_seats(user_id: int) -> QuerySet[Seat]:
    """Return the seats of this account whose turn it is where people wait, the longest waiting first."""
    people = Seat.objects.filter(PLAYED_BY_PEOPLE, game=OuterRef("game_id")).exclude(pk=OuterRef("pk"))
    return acting_seats(user_id).filter(Exists(people))


def acting_seats(user_id: int) -> QuerySet[Seat]:
    """Return the seats of this account whose turn it is at tables of several seats, also among bots."""
    seats = Seat.objects.filter(
        user_id=user_id,
        left=False,
        acts_since__isnull=False,
        game__status=Game.Status.RUNNING,
        game__seat_count__gt=1,
    )
    return (
        seats.exclude(game__pace=Game.Pace.LIVE)
        .select_related("game")
        .defer("game__state", "game__deal")
        .order_by("acts_since")
    )
