"""Every field that a proof rests on, changed one by one: in the database and in the export, for every title."""

import json
from copy import deepcopy
from datetime import timedelta
from random import Random

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import fair
from games.models import DrawEntry, Game, GameSecret, MoveRecord
from games.rules import registry
from games.selectors.stored.position import load_state
from games.services.storage.records import export_record
from games.services.storage.seeds import fair_export
from games.services.tables.bots import let_bot_play
from games.services.tables.leaving import leave
from games.services.upkeep.referee import tick
from games.services.upkeep.verification import verify_game
from tests.tables import play, running, skip

pytestmark = [pytest.mark.django_db, pytest.mark.in_turn(2)]
TITLES = [*registry.SLUGS, "demo"]
OTHER = "ab" * 32
LATER = timedelta(seconds=1)


def over(slug):
    """Return a game of the title that was played to its end; without a hit the demo's option would not matter."""
    game = played(slug)
    while slug == "demo" and not any(map(_is_hit, game.records.values_list("events", flat=True))):
        game = played(slug)
    return game


def _is_hit(events):
    return any(event["kind"] == "DieThrown" and event["pips"] in event["picks"] for event in events)


def played(slug):
    game, viewers = running(slug, 2)
    random = Random(slug)
    ruleset = registry.get(slug)
    if ruleset.leave is not None:
        # Played at random it would take thousands of plies: the last who stays wins.
        skip(game, viewers, 60, random)
        leave(game.pk, viewers[1])
        let_bot_play(game.pk, viewers[0], 1, 0)
        tick(timezone.now() + timedelta(minutes=1))
    elif slug != "demo":
        skip(game, viewers, 10**6, random)
    game.refresh_from_db()
    while game.is_running:
        state = load_state(game)
        seat = min(ruleset.to_act(state))
        play(game, viewers[seat], str(random.choice(ruleset.legal_moves(state, seat))), key=f"k{game.ply}")
    return Game.objects.get(pk=game.pk)


def _others(options):
    """Return other options; where a title has none, one that it does not know."""
    other = {name: (not value) if isinstance(value, bool) else "x" for name, value in options.items()}
    return other or {"unknown": True}


def _some(game, **having):
    """Return a ply in the middle of the log that a person made."""
    plies = list(game.records.filter(actor__startswith="guest", **having))
    return game.records.filter(pk=plies[len(plies) // 2].pk)


def _other_options(game):
    return _others(game.options)


def _swap(game):
    one, two = list(game.records.filter(ply__gt=0)[:2])
    MoveRecord.objects.filter(pk=one.pk).update(ply=10**6)
    MoveRecord.objects.filter(pk=two.pk).update(ply=one.ply)
    MoveRecord.objects.filter(pk=one.pk).update(ply=two.ply)


def _add_ply(game):
    last = game.records.last()
    last.pk, last.ply, last.key = None, last.ply + 1, None
    last.save()
    Game.objects.filter(pk=game.pk).update(ply=last.ply)


def _drop_ply(game, which):
    record = game.records.filter(ply__gt=0)[which]
    record.delete()
    for later in game.records.filter(ply__gt=record.ply):
        MoveRecord.objects.filter(pk=later.pk).update(ply=later.ply - 1)
    Game.objects.filter(pk=game.pk).update(ply=F("ply") - 1)


def _change_draw(game):
    entry = game.draws.last()
    output = entry.data["output"]
    entry.data["output"] = (
        [*output[1:], output[0]] if isinstance(output, list) else (output + 1) % entry.data["n"]
    )
    entry.save()


def _row(**values):
    return lambda game: Game.objects.filter(pk=game.pk).update(**values)


def _seat(**values):
    return lambda game: game.seats.filter(index=0).update(**values)


def _ply(**values):
    return lambda game: _some(game).update(**values)


def _another(game):
    """Return a notation that the log has elsewhere."""
    return game.records.exclude(notation=_some(game).get().notation).last().notation


DATABASE = {
    "notation": _ply(notation="pass the salt"),
    "notation of another ply": lambda game: _some(game).update(notation=_another(game)),
    "seat": lambda game: _some(game).update(seat=1 - _some(game).get().seat),
    "actor: a clock": _ply(actor="clock"),
    "actor: nobody": _ply(actor="god"),
    "actor: somebody else": _ply(actor="user:987654"),
    "at": lambda game: _some(game).update(at=_some(game).get().at + LATER),
    "at within a second": lambda game: _some(game).update(at=_some(game).get().at + LATER / 3),
    "order": _swap,
    "a missing ply": lambda game: _drop_ply(game, 2),
    "the first ply missing": lambda game: _drop_ply(game, 0),
    "the last ply missing": lambda game: _drop_ply(game, game.ply - 1),
    "an added ply": _add_ply,
    "events": lambda game: game.records.exclude(events=[]).update(events=[]),
    "one event": lambda game: _some(game).update(events=[{"kind": "Passed", "seat": 0}]),
    "secret": lambda game: _some(game).update(secret=not _some(game).get().secret),
    "veiled": lambda game: _some(game).update(veiled=not _some(game).get().veiled),
    "reveals": lambda game: _some(game).update(reveals=not _some(game).get().reveals),
    "ply 0: notation": lambda game: game.records.filter(ply=0).update(notation=f"start {OTHER}"),
    "ply 0: at": lambda game: game.records.filter(ply=0).update(at=game.started_at + LATER),
    "ply 0: events": lambda game: game.records.filter(ply=0).update(events=[{"kind": "Passed"}]),
    "ply 0 missing": lambda game: game.records.filter(ply=0).delete(),
    "a draw changed": _change_draw,
    "the last draw cut off": lambda game: game.draws.last().delete(),
    "all draws gone": lambda game: game.draws.all().delete(),
    "a draw that is none": lambda game: DrawEntry.objects.filter(game=game, draw_no=0).update(data={}),
    "draw count": lambda game: Game.objects.filter(pk=game.pk).update(draw_no=F("draw_no") + 1),
    "server seed": lambda game: GameSecret.objects.filter(game=game).update(server_seed=b"x" * 32),
    "client seed": _seat(client_seed=b"other"),
    "commitment": _row(commitment=OTHER),
    "start digest": _row(start_digest=OTHER),
    "deal id": _row(deal_id="00000000-0000-4000-8000-000000000009"),
    "kind": _row(deal_kind="shared"),
    "version of the shuffle": _row(fair_version=1),
    "ruleset digest": _row(ruleset_digest=OTHER),
    "ruleset version": _row(ruleset_version=999),
    "head": _row(head=OTHER),
    "no head": _row(head=""),
    "ply count": lambda game: Game.objects.filter(pk=game.pk).update(ply=F("ply") + 1),
    "deal": _row(deal={}),
    "state": _row(state={}),
    "options": lambda game: Game.objects.filter(pk=game.pk).update(options=_other_options(game)),
    "deck": lambda game: game.seats.filter(index=0).update(deck="deck x"),
    "points": lambda game: game.seats.filter(index=0).update(points=F("points") + 1),
    "place": lambda game: game.seats.filter(index=0).update(place=F("place") + 1),
    "places swapped": lambda game: [
        game.seats.filter(index=index).update(place=place) for index, place in enumerate((2, 3))
    ],
    "built": _seat(built={"Casino": 9}),
    "status: given up": _row(status="aborted"),
    "status: running": _row(status="running"),
    "ending: the staff": _row(ending="staff"),
    "ending: left": _row(ending="left"),
    "given up, and all that goes with it": lambda game: (
        _row(status="aborted", ending="expired")(game),
        game.seats.update(points=None, place=None, built={}),
    ),
    "ended by the staff with other points": lambda game: (
        _row(ending="staff")(game),
        _seat(points=999)(game),
    ),
}


def broken(game):
    """Tell whether the verification of the stored game notices something."""
    return not all(check.ok for check in verify_game(Game.objects.get(pk=game.pk)))


@pytest.mark.parametrize("slug", TITLES)
def test_every_tampering_with_the_database_is_found(slug):
    game = over(slug)
    assert [str(check) for check in verify_game(game) if not check.ok] == []
    unnoticed = []
    for name, tamper in DATABASE.items():
        with transaction.atomic():
            tamper(game)
            if not broken(game):
                unnoticed.append(name)
            transaction.set_rollback(True)
    assert unnoticed == []
    assert not broken(game)


def _set(*path, to):
    def tamper(data):
        place = data
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to(place[path[-1]]) if callable(to) else to

    return tamper


def _without(*path):
    def tamper(data):
        place = data
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return tamper


def _add_entry(data):
    data["log"].append({**data["log"][-1], "ply": data["plies"] + 1})
    data["plies"] += 1


def _drop_entry(data):
    del data["log"][-1]
    data["plies"] -= 1


def _swap_entries(data):
    one, two = data["log"][:2]
    one["ply"], two["ply"] = two["ply"], one["ply"]
    data["log"][:2] = [two, one]


def _cut_draws(data):
    """Cut off the last draw and write the digest anew: only the rules know that it was asked for."""
    del data["draws"][-1]
    data["draws_digest"] = fair.draws_digest([fair.load_record(draw) for draw in data["draws"]], 2)


def _no_draws(data):
    data["draws"] = []
    data["draws_digest"] = fair.draws_digest([], 2)


def _never_started(data):
    for name in ("draws", "draws_digest", "log", "result"):
        del data[name]
    data.update(status="aborted", head=None, plies=0, start_digest=None)


BY_ITSELF = {
    "notation": _set("log", 3, "notation", to=lambda text: text + " 1"),
    "seat": _set("log", 3, "seat", to=lambda seat: seat + 1),
    "actor": _set("log", 3, "actor", to="staff"),
    "at": _set("log", 3, "at", to="2026-01-01T00:00:00Z"),
    "veiled": _set("log", 3, "veiled", to=lambda veiled: not veiled),
    "order": _swap_entries,
    "a missing ply": _drop_entry,
    "an added ply": _add_entry,
    "all plies gone": lambda data: data.update(log=[], plies=0),
    "the last draw cut off": _without("draws", -1),
    "all draws gone": _set("draws", to=[]),
    "draws missing": _without("draws"),
    "no digest of the draws": _without("draws_digest"),
    "draws and digest gone": lambda data: (data.pop("draws"), data.pop("draws_digest")),
    "server seed": _set("server_seed", to=OTHER),
    "client seed": _set("seats", 0, "client_seed_hex", to="00"),
    "kind of a seat": _set("seats", 1, to={"kind": "bot", "client_seed_hex": ""}),
    "a seat missing": _without("seats", 1),
    "commitment": _set("commitment", to=OTHER),
    "start digest": _set("start_digest", to=OTHER),
    "deal id": _set("deal_id", to="00000000-0000-4000-8000-000000000009"),
    "kind": _set("kind", to="shared"),
    "ruleset": _set("ruleset_id", to="demo/99"),
    "ruleset digest": _set("ruleset_digest", to=OTHER),
    "head": _set("head", to=OTHER),
    "no head": _set("head", to=None),
    "plies": _set("plies", to=lambda plies: plies - 1),
    "no result": _without("result"),
    "no log": _without("log"),
    "status: given up": _set("status", to="aborted"),
    "status: running": _set("status", to="running"),
    "ending: left": _set("result", "ending", to="left"),
}
"""What anybody's verifier finds."""
BY_RULES = {
    "draws cut off and signed anew": _cut_draws,
    "all draws gone and signed anew": _no_draws,
    "points": _set("result", "seats", 0, "points", to=lambda points: points + 1),
    "place": _set("result", "seats", 0, "place", to=9),
    "ending: the staff": _set("result", "ending", to="staff"),
    "options": _set("options", to=_others),
    "given up without a result": lambda data: data.update(
        status="aborted", result={"ending": "left", "seats": [{"points": None, "place": None}] * 2}
    ),
}
"""What only the rules know."""


@pytest.mark.parametrize("slug", TITLES)
def test_every_tampering_with_the_export_is_found(slug):
    game = over(slug)
    honest = json.loads(json.dumps(fair_export(game)))
    kept = fair.Kept(head=f"{game.ply}:{game.head}")
    assert fair.verify_file(honest, kept)[0] is fair.Verdict.PROVED
    assert fair.verify_file(honest)[0] is fair.Verdict.CONSISTENT
    unnoticed = []
    for name, tamper in {**BY_ITSELF, **BY_RULES}.items():
        data = deepcopy(honest)
        tamper(data)
        is_found = not all(check.ok for check in fair.verify(data)) if name in BY_ITSELF else False
        if not is_found and (name in BY_ITSELF or fair.verify_file(data)[0] is not fair.Verdict.BROKEN):
            unnoticed.append(name)
    assert unnoticed == []
    never = deepcopy(honest)
    _never_started(never)
    assert fair.verify_file(never, kept)[0] is fair.Verdict.BROKEN


@pytest.mark.parametrize("slug", TITLES)
def test_a_record_is_checked_with_the_proof_inside_it(slug):
    game = over(slug)
    honest = json.loads(json.dumps(export_record(game, None)))
    assert [str(check) for check in fair.verify_file(honest)[1] if not check.ok] == []
    assert fair.verify_file(honest)[0] is fair.Verdict.CONSISTENT
    assert fair.verify_file(honest, fair.Kept(commitment=game.commitment))[0] is fair.Verdict.PROVED
    tampers = {
        "move": _set("moves", 1, "move", to="undo"),
        "seat": _set("moves", 1, "seat", to=7),
        "at": _set("moves", 1, "at", to="2026-01-01T00:00:00+00:00"),
        "a move missing": _without("moves", -1),
        "deal": _set("deal", to={}),
        "options": _set("options", to=_others),
        "status": _set("status", to="aborted"),
        "title": _set("ruleset", to="demo2"),
        "version": _set("version", to=99),
        "game": _set("game_id", to="00000000-0000-4000-8000-000000000009"),
        "points": _set("seats", 0, "points", to=999),
        "place": _set("seats", 0, "place", to=9),
        "no proof": _set("fair", to=None),
    }
    unnoticed = []
    for name, tamper in tampers.items():
        data = deepcopy(honest)
        tamper(data)
        if fair.verify_file(data)[0] is not fair.Verdict.BROKEN:
            unnoticed.append(name)
    assert unnoticed == []
