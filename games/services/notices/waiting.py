"""Which games wait for somebody."""

from django.db.models import QuerySet

from games.models import Game, Seat


def waiting_seats(user_id: int) -> QuerySet[Seat]:
    """Return the seats of this account whose turn it is against others, the longest waiting first."""
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
