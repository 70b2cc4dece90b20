"""The best games people played alone, kept when they end."""

from games.models import Game, Seat, SoloRecord
from games.selectors.players.leaders import variant


def keep_if_best(game: Game, seat: Seat) -> None:
    """Make the game its account's record if it is its best of this kind; only games all may watch count."""
    if game.seat_count != 1 or not game.listed or seat.user_id is None or seat.points is None:
        return
    new = {"game": game, "points": seat.points, "at": game.ended_at}
    record, is_first = SoloRecord.objects.select_for_update().get_or_create(
        user_id=seat.user_id,
        slug=game.ruleset_slug,
        variant=variant(game.ruleset_slug, game.options),
        defaults=new,
    )
    if not is_first and seat.points > record.points:
        SoloRecord.objects.filter(pk=record.pk).update(**new)
