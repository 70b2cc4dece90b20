"""What is stored of a move: no more than it tells, and games stored with more are the same games."""

import json
from dataclasses import asdict
from random import Random

import pytest
from django.db import connection

from games.models import Game
from games.rules import registry
from games.selectors.log_lines import _lines
from games.selectors.pages import table_part
from games.services import turns
from games.services.position import load_state
from games.services.verification import verify_game
from tests.tables import play, running

pytestmark = pytest.mark.django_db


def verbose(event):
    """Return an event as it was stored at first: with what it does not tell."""
    return {"kind": type(event).__name__, **asdict(event)}


def some_way_on(slug):
    """Return a game after forty random plies, the same each time but for its deal."""
    game, viewers = running(slug)
    random, rules = Random(3), registry.get(slug)
    for _ in range(40):
        if not game.is_running:
            break
        state = load_state(game)
        seat = min(rules.to_act(state))
        play(game, viewers[seat], str(random.choice(rules.legal_moves(state, seat))), key=f"k{game.ply}")
        game.refresh_from_db()
    return game


def shown(game):
    """Return the table of each seat and of an observer, read anew."""
    _lines.cache_clear()
    fresh = Game.objects.get(pk=game.pk)
    return [table_part(fresh, seat, echoed=True).html() for seat in (0, 1, None)]


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_game_whose_events_were_stored_in_full_is_the_same_game(slug, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(turns, "event_data", verbose)
        game = some_way_on(slug)
    full = shown(game)
    kept = list(game.records.values_list("events", flat=True))
    assert any(None in event.values() for events in kept for event in events)
    assert not [check for check in verify_game(game) if check.problem]
    for record in game.records.all():
        record.events = [
            {name: value for name, value in event.items() if value is not None} for event in record.events
        ]
        record.save()
    assert list(game.records.values_list("events", flat=True)) != kept
    assert shown(game) == full
    assert not [check for check in verify_game(game) if check.problem]


def test_an_event_is_stored_without_what_is_none():
    game = some_way_on("point_city")
    for record in game.records.all():
        assert all(None not in event.values() for event in record.events)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="another database has a form of its own")
def test_plain_data_is_stored_without_spaces():
    some_way_on("point_city")
    with connection.cursor() as cursor:
        cursor.execute("SELECT events FROM games_moverecord WHERE ply > 0")
        told = [events for (events,) in cursor.fetchall()]
        cursor.execute("SELECT state, deal FROM games_game")
        ((state, deal),) = cursor.fetchall()
    for text in (*told, state, deal):
        assert text == json.dumps(json.loads(text), separators=(",", ":"))
