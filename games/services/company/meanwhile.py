"""Playing bots while waiting for people: the seat at the open table stays, and who comes is told of."""

from collections.abc import Collection

from games.models import PLAYED_BY_PEOPLE, Game, Seat
from games.selectors.viewers import holder_of
from games.services.storage.news import announce_on_commit


def meanwhile_games(table: Game) -> list[Game]:
    """Return the running games against bots of those who wait at a table."""
    return list(table.meanwhile.filter(status=Game.Status.RUNNING).only("pk", "ply"))


def refresh_meanwhile(table: Game) -> None:
    """Let those who play bots meanwhile see what became of the table they wait at."""
    for game in meanwhile_games(table):
        announce_on_commit(game.pk, game.ply)


def playing_meanwhile(table: Game, newcomer: Seat, told: Collection[int]) -> list[Seat]:
    """Return the seats at an open table, but for these, whose holders play bots until somebody sits down.

    They count as being at the table and are looking at another page.
    """
    playing = Seat.objects.filter(PLAYED_BY_PEOPLE, game__in=meanwhile_games(table))
    people = {holder_of(seat).person for seat in playing}
    others = table.seats.exclude(pk__in=[newcomer.pk, *told]) if people else ()
    return [seat for seat in others if seat.is_person and holder_of(seat).person in people]


def kept_seats(seat_ids: Collection[int]) -> list[int]:
    """Return the seats at open tables that the holders of these seats keep while they play bots."""
    waiting = Seat.objects.filter(pk__in=seat_ids, game__waits_at__status=Game.Status.OPEN)
    kept: list[int] = []
    for seat in waiting.select_related("game").only("user", "guest", "game__waits_at"):
        mine = Seat.objects.filter(holder_of(seat).owns(), game=seat.game.waits_at_id)
        kept += mine.values_list("pk", flat=True)
    return kept
