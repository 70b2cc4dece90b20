"""Games that began under an earlier version of their rules: replayed, shown, verified, played to their end."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import serializers
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from games import fair
from games.models import Game
from games.rules import registry
from games.selectors.stored.position import digest, load_state, positions
from games.selectors.viewers import Viewer
from games.services.play.door import CLOCK
from games.services.storage.records import export_record, import_record
from games.services.tables.leaving import expire, leave
from games.services.upkeep import lifeless
from games.services.upkeep.referee import tick
from games.services.upkeep.verification import verify_game
from tests.botting import bot_moves
from tests.tables import LIVE, fresh, play, run_out, running
from tests.thorough import share

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.in_turn(2)]
STORED = Path(__file__).parents[1] / "stored"
GAMES = sorted(path.stem for path in STORED.glob("*.json"))
every_stored_game = pytest.mark.parametrize("name", GAMES)
every_finished_game = pytest.mark.parametrize("name", [name for name in GAMES if "finished" in name])


def stored(name):
    """Put the rows of a game that was played under an earlier version into the database, as they were then."""
    text = (STORED / f"{name}.json").read_text()
    rows = [found.object for found in serializers.deserialize("json", text)]
    for row in rows:
        if isinstance(row, Game) and "fair_version" not in text:
            # The column came later; the migration gave every game there was this version of the shuffle.
            row.fair_version = 1
        row.save()
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), {type(row) for row in rows}):
            cursor.execute(sql)
    return next(row for row in rows if isinstance(row, Game))


def people(game):
    return [Viewer(guest_id=seat.guest_id, name=seat.name) for seat in game.seats.all()]


def failed(game):
    return [str(check) for check in verify_game(fresh(game)) if not check.ok]


@every_stored_game
def test_the_rules_have_gone_on(name):
    game = stored(name)
    assert game.ruleset_version == game.ruleset.version < registry.get(game.ruleset_slug).version


@every_stored_game
def test_a_stored_game_replays_and_is_verified(name):
    game = stored(name)
    assert len(positions(game)) == game.ply + 1
    assert digest(game.ruleset.dump(positions(game)[-1])) == game.state_digest
    assert failed(game) == []
    call_command("verify_game", "--all")


@every_finished_game
def test_the_record_of_a_stored_game_is_proved_by_itself(name):
    game = stored(name)
    data = json.loads(json.dumps(export_record(game, None)))
    verdict, checks = fair.verify_file(data)
    assert [str(check) for check in checks if not check.ok] == []
    assert verdict is not fair.Verdict.BROKEN
    assert [check.number for check in checks][-2:] == [8, 9]


@every_finished_game
def test_what_nobody_kept_a_value_of_is_not_called_proved(name, capsys, tmp_path):
    game = stored(name)
    file = tmp_path / "record.json"
    file.write_text(json.dumps(export_record(game, None)))
    for words in (("verify_record", file), ("verify_game", game.pk)):
        call_command(*words)
        assert capsys.readouterr().out.endswith(
            "\nPASSED: all checks pass, but no value that a player kept was given.\n"
        )
        call_command(*words, commitment=game.commitment)
        assert capsys.readouterr().out.endswith("\nPROVED: all checks pass, and what was kept matches.\n")


@every_finished_game
def test_a_game_that_was_played_is_not_one_that_the_staff_ended(name):
    record = json.loads(json.dumps(export_record(stored(name), None)))
    assert record["ending"] in {"played", None}
    assert fair.verify_file(record | {"ending": "staff"})[0] is fair.Verdict.BROKEN


@every_stored_game
def test_a_stored_game_can_be_looked_at(client, name):
    game = stored(name)
    for address in ("table", "fair", "record"):
        assert client.get(reverse(f"games:{address}", args=[game.pk])).status_code == 200, address
    for ply in share(range(0, game.ply + 1, 9), 10):
        assert client.get(reverse("games:replay", args=[game.pk, ply])).status_code == 200


def test_a_winner_who_had_left_stays_the_winner():
    game = stored("machi_koro_2-finished")
    assert [(seat.left, seat.points, seat.place) for seat in game.seats.all()] == [
        (False, 0, 2),
        (True, 3, 1),
    ]
    copy = import_record(export_record(game, None))
    assert (copy.ruleset_version, [seat.place for seat in copy.seats.all()]) == (1, [2, 1])


def play_on(game, choose, bot=None):
    """Let seat 0 move as chosen, and a bot or the referee for the seat that left, until the game is over."""
    viewers, now = people(game), timezone.now()
    for number in range(1000):
        if not fresh(game).is_running:
            return fresh(game)
        acting = game.ruleset.to_act(load_state(fresh(game)))
        if 0 in acting:
            play(game, viewers[0], choose(load_state(fresh(game))))
        elif bot:
            bot_moves(game, 1, bot(load_state(fresh(game))))
        else:
            tick(now + number * timedelta(minutes=1))
    raise AssertionError("the game does not end")


def idle(state):
    return "roll 1" if state.turn.phase == "roll" else "pass"


def test_a_running_game_is_played_to_its_end_as_it_began():
    game = stored("machi_koro_2-running")
    after = play_on(game, idle)
    assert [(seat.left, seat.place) for seat in after.seats.all()] == [(False, 2), (True, 1)]
    assert failed(after) == []


def test_in_a_new_game_who_left_never_wins():
    game, (_, ben) = running("machi_koro_2")
    assert game.ruleset_version == 2
    leave(game.pk, ben)
    after = play_on(game, lambda state: str(richest(game.ruleset, state)))
    assert [(seat.left, seat.place) for seat in after.seats.all()] == [(False, 1), (True, 2)]
    assert {*after.records.filter(seat=1).values_list("notation", flat=True)} <= {"pass", "roll 1"}
    assert failed(after) == []


def test_a_bot_that_plays_on_for_who_left_does_not_win_for_them(client):
    game, (_, ben) = running("machi_koro_2")
    leave(game.pk, ben)
    assert game.seats.get(index=1).bot
    after = play_on(game, idle, lambda state: str(richest(game.ruleset, state, 1)))
    assert [(seat.left, seat.points, seat.place) for seat in after.seats.all()] == [
        (False, 0, 1),
        (True, 3, 2),
    ]
    assert failed(after) == []
    page = client.get(reverse("games:table", args=[game.pk])).content.decode()
    assert "<bdi>Player 0</bdi> wins!" in page.partition('class="panel result"')[2]
    assert "<bdi>Player 1</bdi> wins!" not in page
    assert [seat.place for seat in import_record(export_record(after, None)).seats.all()] == [1, 2]
    assert fair.verify_file(export_record(after, None))[0] is not fair.Verdict.BROKEN
    called = {**export_record(after, None)["fair"]}
    called["result"] = {"ending": "played", "seats": [{"points": 0, "place": 1}, {"points": 3, "place": 2}]}
    assert fair.verify_file(called)[0] is fair.Verdict.BROKEN


def richest(ruleset, state, seat=0):
    """Return a landmark to build if there is one, else the first move that is no waiting."""
    moves = ruleset.legal_moves(state, seat)
    dear = [move for move in moves if move.kind == "build" and move.card >= 20]
    return (dear or moves)[0]


def test_a_game_that_only_clocks_play_is_given_up(monkeypatch):
    monkeypatch.setattr(lifeless, "LIFELESS", 4)
    game, viewers = running("machi_koro_2", pace=LIVE)
    Game.objects.filter(pk=game.pk).update(on_expiry=Game.Expiry.DEFAULT)
    play(game, viewers[load_state(game).turn.seat], "pass")
    for number in range(9):
        (seat,) = game.ruleset.to_act(load_state(fresh(game)))
        run_out(game, seat)
        tick(timezone.now() + timedelta(milliseconds=number))
    made = [record.actor for record in game.records.filter(seat__gte=0)]
    assert made[1:] == [CLOCK] * 8
    assert (fresh(game).status, fresh(game).ending) == (Game.Status.ABORTED, Game.Ending.EXPIRED)
    assert fresh(game).wake_at is None
    assert failed(game) == []


def test_a_game_that_somebody_played_was_not_given_up_as_lifeless():
    game, viewers = running("machi_koro_2", pace=LIVE)
    play(game, viewers[load_state(game).turn.seat], "pass")
    expire(fresh(game))
    assert ["given up" in problem for problem in failed(game)] == [True]
