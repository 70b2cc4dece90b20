"""What is stored of a move: no more than it tells, and games stored with more are the same games."""

import json
from dataclasses import asdict
from random import Random

import pytest
from django.core import serializers
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.models import Game
from games.models.compact import packed, unpacked
from games.rules import registry
from games.selectors.stored.logs import last_logs
from games.selectors.stored.position import load_state
from games.selectors.tables.log_lines import _lines
from games.selectors.tables.pages import table_part
from games.selectors.viewers import Viewer
from games.services.play import turns
from games.services.upkeep.verification import verify_game
from tests.tables import play, running

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(2)]


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


def raw(sql, *values):
    """Return the rows of a statement as they are stored: bytes are bytes on either database."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [tuple(map(as_bytes, row)) for row in cursor.fetchall()] if cursor.description else []


def as_bytes(stored):
    return bytes(stored) if isinstance(stored, memoryview) else stored


def all_stored():
    return raw("SELECT events FROM games_moverecord ORDER BY ply"), raw("SELECT state, deal FROM games_game")


def store_as_json():
    """Store everything as it was stored before it was compressed."""
    for table, key, column in (
        ("games_moverecord", "id", "events"),
        ("games_game", "id", "state"),
        ("games_game", "id", "deal"),
    ):
        for pk, stored in raw(f"SELECT {key}, {column} FROM {table}"):
            text = json.dumps(unpacked(stored), separators=(",", ":"))
            as_then = text if connection.vendor == "sqlite" else text.encode()
            raw(f"UPDATE {table} SET {column} = %s WHERE {key} = %s", as_then, pk)


@pytest.mark.database
@pytest.mark.parametrize("data", [[], {}, None, [1, None, "ж" * 500], {"a": ["x", True, 1.5]}])
def test_what_is_packed_comes_out_again(data):
    text = json.dumps(data, separators=(",", ":"))
    assert unpacked(packed(data)) == unpacked(memoryview(packed(data))) == unpacked(text) == data
    assert unpacked(text.encode()) == data
    assert len(packed(data)) <= len(text.encode())


@pytest.mark.database
def test_plain_data_is_stored_compressed():
    game = some_way_on("point_city")
    events, ((state, deal),) = all_stored()
    told = [made.events for made in game.records.order_by("ply")]
    assert [unpacked(stored) for (stored,) in events] == told
    assert (unpacked(state), unpacked(deal)) == (game.state, game.deal)
    assert len(state) < len(json.dumps(game.state, separators=(",", ":"))) * 0.7
    assert sum(len(stored) for (stored,) in events) < sum(len(json.dumps(each)) for each in told) * 0.7


@pytest.mark.database
def test_a_serializer_writes_the_data_itself():
    game = some_way_on("point_city")
    record = game.records.order_by("ply").last()
    text = serializers.serialize("json", [record])
    assert json.loads(text)[0]["fields"]["events"] == record.events
    (read,) = serializers.deserialize("json", text)
    read.save()
    assert game.records.get(pk=record.pk).events == record.events


@pytest.mark.database
@pytest.mark.parametrize("slug", registry.SLUGS)
def test_a_game_that_was_stored_as_json_is_the_same_game_and_goes_on(slug):
    game = some_way_on(slug)
    before, (compressed, _) = shown(game), all_stored()
    store_as_json()
    (as_json, _) = all_stored()
    assert as_json != compressed
    assert shown(game) == before
    assert not [check for check in verify_game(Game.objects.get(pk=game.pk)) if check.problem]
    last_logs.clear()
    if game.is_running:
        play_on(game)
        assert not [check for check in verify_game(Game.objects.get(pk=game.pk)) if check.problem]
        assert all_stored()[0][: len(as_json)] == as_json


def play_on(game):
    """Make one move more."""
    state = load_state(game)
    seat = min(game.ruleset.to_act(state))
    viewer = Viewer(guest_id=game.seats.get(index=seat).guest_id)
    play(game, viewer, str(game.ruleset.legal_moves(state, seat)[0]), key="on")


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_database_of_before_is_brought_up_to_date_and_back():
    game = some_way_on("machi_koro_2")
    before, executor = shown(game), MigrationExecutor(connection)
    try:
        executor.migrate([("games", "0020_outcome_words")])
        kind = "typeof(events)" if connection.vendor == "sqlite" else "pg_typeof(events)::text"
        assert raw(f"SELECT DISTINCT {kind} FROM games_moverecord") in ([("text",)], [("jsonb",)])
        assert json.loads(raw("SELECT CAST(state AS text) FROM games_game")[0][0]) == game.state
    finally:
        # To the newest, whichever that is by then: other tests use the same database.
        executor.loader.build_graph()
        executor.migrate(executor.loader.graph.leaf_nodes("games"))
    assert shown(game) == before
    assert not [check for check in verify_game(Game.objects.get(pk=game.pk)) if check.problem]
    play_on(Game.objects.get(pk=game.pk))
