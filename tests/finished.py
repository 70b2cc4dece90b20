"""Builders of people with accounts and of games they have played to the end."""

from datetime import UTC, datetime, timedelta

from django.contrib.auth import get_user_model
from django.test import Client

from games.models import Game, Profile, Seat
from games.rules import registry
from games.rules.protocol import ranked
from games.services.people import Viewer
from games.services.ratings import rate
from games.services.solos import keep_if_best

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def account(name):
    """Return a viewer with an account of that name."""
    user = get_user_model().objects.create(username=name.lower())
    Profile.objects.filter(user=user).update(name=name)
    return Viewer(user_id=user.pk, name=name)


def signed_in(viewer):
    """Return a browser in which that account is signed in."""
    client = Client()
    client.force_login(get_user_model().objects.get(pk=viewer.user_id))
    return client


def finished(viewers, points, slug="demo", left=(), built=None, **fields):
    """Return a game that ended with these points, one day after the last one that was made."""
    values = {"listed": True, "options": {"lucky": False}, "ended_at": _next_day(), **fields}
    game = Game.objects.create(
        ruleset_slug=slug,
        ruleset_version=registry.get(slug).version,
        status=Game.Status.FINISHED,
        seat_count=len(viewers),
        **values,
    )
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
