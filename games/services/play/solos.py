"""The best games people played alone, kept when they end."""

import json
from collections.abc import Mapping

from games.models import Game, Seat, SoloRecord
from games.rules import registry
from games.rules.protocol import option_infos


def variant(slug: str, options: Mapping[str, object]) -> str:
    """Return the options that matter to somebody who plays alone, as one text to compare."""
    infos = option_infos(registry.get(slug).options)
    chosen = {name: options[name] for name, info in infos.items() if info.seats is None or 1 in info.seats}
    return json.dumps(chosen, sort_keys=True)


def keep_if_best(game: Game, seat: Seat) -> None:
    """Keep the game if nothing its account showed of this kind was better; only what all may watch counts."""
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
