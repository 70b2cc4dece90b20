"""Builders of people with accounts and of games they have played to the end."""

from datetime import UTC, datetime, timedelta

from games.models import Game, Seat
from games.rules import registry
from games.rules.protocol import ranked
from games.services.play.ratings import rate
from games.services.play.solos import keep_if_best
from tests import accounts

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def account(name):
    """Return a viewer with an account of that name, in small letters as the user's."""
    return accounts.account(name.lower(), shown=name)


def finished(viewers, points, slug="demo", left=(), built=None, **fields):
    """Return a game that ended with these points, one day after the last one that was made."""
    usual = {"listed": True, "options": {"lucky": False}, "status": Game.Status.FINISHED}
    values = {**usual, "ended_at": _next_day(), **fields}
    game = Game.objects.create(
        ruleset_slug=slug,
        ruleset_version=registry.get(slug).version,
        seat_count=len(viewers),
        **values,
    )
    Game.objects.filter(pk=game.pk, started_at=None).update(started_at=game.ended_at - timedelta(hours=1))
    places = ranked([(count,) for count in points])
    for index, viewer in enumerate(viewers):
        result = {"points": points[index], "place": places[index], "built": built or {}}
        Seat.objects.create(game=game, index=index, left=viewer in left, **_holder(viewer), **result)
    rate(game)
    keep_if_best(game, game.seats.get(index=0))
    return game


def _holder(viewer):
    return {"user_id": viewer.user_id, "guest_id": viewer.guest_id, "name": viewer.name}


def _next_day():
    return FIRST_DAY + timedelta(days=Game.objects.count())
