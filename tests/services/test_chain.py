"""The chained log while a game is played: every ply of every kind, what is veiled, and what a lost write does."""

import json
from dataclasses import replace
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from games import fair
from games.models import AuditEntry, Game, MoveRecord
from games.rules import registry
from games.selectors.clocks.measures import hides_who
from games.selectors.stored.entries import entry_of
from games.selectors.stored.statements import seats_of
from games.services.moderation.desk import adjudicate, end_game
from games.services.play.door import play_default
from games.services.storage import chain, seeds
from games.services.storage.records import export_record, import_record
from games.services.storage.seeds import fair_export
from games.services.tables import leaving, seating
from games.services.upkeep.verification import verify_game
from tests.accounts import account
from tests.moderation.people import administrator
from tests.tables import LIVE, fresh, play, run_out, running

pytestmark = pytest.mark.django_db


def recomputed(game):
    """Return the head that the stored log leads to."""
    log = map(entry_of, game.records.filter(ply__gt=0))
    return list(fair.heads(game.start_digest, log, seeds.game_key(game)))[-1]


def problems(game):
    return [str(check) for check in verify_game(fresh(game)) if not check.ok]


def test_a_game_starts_with_the_head_of_an_empty_log():
    game, _ = running()
    assert game.ply == 0
    assert game.head == fair.first_head(game.start_digest)


def test_every_ply_moves_the_head_on_in_its_own_transaction():
    game, (anna, ben) = running()
    seen = [game.head]
    for viewer, move in (
        (anna, "pick 3"),
        (anna, "undo"),
        (anna, "boast"),
        (anna, "pick 2"),
        (ben, "pick 4"),
    ):
        play(game, viewer, move, key=f"k{game.ply}")
        assert game.head == recomputed(game)
        seen.append(game.head)
    assert len(set(seen)) == len(seen)
    assert {record.actor.partition(":")[0] for record in game.records.all()} == {"guest", "chance"}
    assert problems(game) == []


def test_a_move_that_is_rolled_back_leaves_the_head_as_it_was():
    game, (anna, _) = running()
    before = game.head
    with pytest.raises(RuntimeError), transaction.atomic():
        play(game, anna, "pick 3")
        assert game.head != before
        raise RuntimeError
    assert fresh(game).head == before


def test_clocks_and_referees_are_in_the_chain_by_their_names():
    game, _ = running(pace=LIVE)
    Game.objects.filter(pk=game.pk).update(on_expiry="default")
    run_out(game, 0)
    play_default(game.pk, 0, timezone.now())
    game.seats.filter(index=1).update(left=True)
    play_default(game.pk, 1, timezone.now())
    assert [entry_of(record).actor for record in game.records.filter(ply__in=(1, 2))] == ["clock", "referee"]
    assert fresh(game).head == recomputed(fresh(game))


def test_times_are_kept_and_told_to_the_second():
    game, (anna, ben) = running()
    play(game, anna, "pick 3")
    play(game, ben, "pick 3")
    assert {record.at.microsecond for record in game.records.all()} == {0}
    assert {move["at"][19:] for move in export_record(game, 0)["moves"]} == {"+00:00"}


def test_a_secret_move_is_veiled_and_the_chain_does_not_tell_which_it_was():
    game, (anna, _) = running()
    start = game.head
    play(game, anna, "pick 3")
    record = game.records.get(ply=1)
    assert record.secret
    assert record.veiled
    entry = entry_of(record)
    for points in range(1, 7):
        for is_veiled in (False, True):
            guess = fair.Entry(1, 0, "person", entry.at, f"pick {points}", is_veiled)
            assert fair.next_head(start, guess, b"\0" * 32) != game.head
    nonce = fair.nonce(seeds.game_key(game), 1)
    assert fair.next_head(start, entry, nonce) == game.head


def test_an_open_move_needs_no_key_and_anybody_can_follow_it():
    game, (anna, _) = running()
    start = game.head
    play(game, anna, "boast")
    assert fair.next_head(start, entry_of(game.records.get(ply=1))) == game.head


@pytest.mark.parametrize(("alike", "is_veiled"), [("moment", True), ("response", True), ("turn", False)])
def test_decisions_that_must_look_alike_are_veiled_alike(alike, is_veiled):
    """Were only the one veiled where nothing can be chosen, the chain would tell what a seat holds."""
    newest = registry.get("karciane_miasto")
    ruleset = replace(newest, clocks=replace(newest.clocks, kind_of=lambda state, seat: alike))
    assert hides_who(ruleset, None, 0) is is_veiled


def test_a_running_game_shows_its_head_and_nothing_of_its_log():
    game, (anna, _) = running()
    play(game, anna, "pick 3")
    export = fair_export(game)
    assert (export["head"], export["plies"]) == (game.head, 1)
    assert {"draws", "log", "result", "draws_digest"}.isdisjoint(export)


def command(name, *args):
    """Return what a command prints and its exit status."""
    out = StringIO()
    try:
        call_command(name, *args, stdout=out)
    except SystemExit as stop:
        return stop.code, out.getvalue()
    return 0, out.getvalue()


def test_the_commands_end_with_the_verdict(tmp_path):
    game, (anna, ben) = running()
    play(game, anna, "pick 2")
    kept = f"1:{game.head}"
    for viewer in (ben, anna, ben, anna, ben):
        play(game, viewer, "pick 2")
    for made, text in (("fair.json", fair_export(game)), ("record.json", export_record(game, None))):
        (tmp_path / made).write_text(json.dumps(text))
        assert command("verify_record", tmp_path / made)[0] == 3
        assert command("verify_record", tmp_path / made, "--head", kept)[0] == 0
        status, out = command("verify_record", tmp_path / made, "--head", "1:" + "ab" * 32)
        assert status == 1
        assert "FAILED  7" in out
        assert "BROKEN" in out
    assert command("verify_game", str(game.pk))[0] == 3
    assert command("verify_game", str(game.pk), "--head", kept)[0] == 0
    assert command("verify_game", str(game.pk), "--start-digest", game.start_digest)[0] == 0
    assert command("verify_game", str(game.pk), "--commitment", "ab" * 32)[0] == 1
    assert command("verify_game", "--all")[0] == 0


def test_a_log_that_was_written_anew_does_not_hold_the_head_a_player_kept():
    game, (anna, ben) = running()
    play(game, anna, "boast")
    kept = f"1:{game.head}"
    for viewer in (anna, ben) * 3:
        play(game, viewer, "pick 2")
    MoveRecord.objects.filter(game=game, ply=1).update(actor="clock")
    Game.objects.filter(pk=game.pk).update(head=recomputed(game))
    assert problems(game) == []
    checks = verify_game(fresh(game), fair.Kept(head=kept))
    assert [check.number for check in checks if not check.ok] == [7]


@pytest.mark.parametrize("name", ["no file", "no json", "a list"])
def test_what_is_no_file_of_ours_is_broken(tmp_path, name):
    file = tmp_path / "x.json"
    if name != "no file":
        file.write_text("[]" if name == "a list" else "{")
    status, out = command("verify_record", file)
    assert status == 1
    assert out.startswith("FAILED  0")


@pytest.fixture
def staff():
    return administrator()


def test_an_ending_by_the_staff_is_named_with_the_line_of_their_log(staff):
    game, (anna, _) = running()
    play(game, anna, "pick 3")
    adjudicate(staff, game.pk, [2, 1], "They agreed on it")
    assert problems(game) == []
    line = AuditEntry.objects.get(action="adjudicate").pk
    assert f"ended by the staff, line {line} of their log" in str(verify_game(fresh(game))[-1])
    assert fair.verify_file(json.loads(json.dumps(fair_export(fresh(game)))))[0] is fair.Verdict.CONSISTENT


@pytest.mark.parametrize("change", [{"points": 99}, {"place": 1}, {"points": None, "place": None}])
def test_a_result_the_staff_did_not_give_is_found(staff, change):
    game, _ = running()
    adjudicate(staff, game.pk, [2, 1], "They agreed on it")
    game.seats.filter(index=0).update(**change)
    assert problems(game)


def test_the_staff_ends_a_game_without_a_result(staff):
    game, _ = running()
    end_game(staff, game.pk, "Nobody could go on")
    assert problems(game) == []
    Game.objects.filter(pk=game.pk).update(ending="agreed")
    assert problems(game)


def test_an_ending_by_the_staff_that_their_log_does_not_know_is_found():
    game, _ = running()
    leaving.abort(game, Game.Ending.STAFF)
    assert "their log does not know" in problems(game)[0]


def test_a_game_that_everybody_left_is_checked_like_any_other():
    game, viewers = running()
    play(game, viewers[0], "pick 3")
    head = game.head
    for viewer in viewers:
        leaving.leave(game.pk, viewer)
    game = fresh(game)
    assert (game.status, game.head) == ("aborted", head)
    assert problems(game) == []
    assert fair.verify_file(json.loads(json.dumps(fair_export(game))))[0] is fair.Verdict.CONSISTENT
    game.seats.filter(index=0).update(left=False)
    assert problems(game)


def test_a_table_that_never_started_says_so():
    game = seating.open_table(account("Ida"), seating.Plan("demo", 2, {}))
    leaving.abort(game)
    export = json.loads(json.dumps(fair_export(game)))
    assert (export["start_digest"], export["head"], export["plies"]) == (None, None, 0)
    assert {"draws", "log", "result"}.isdisjoint(export)
    assert fair.verify_file(export, fair.Kept(commitment=game.commitment))[0] is fair.Verdict.PROVED
    assert fair.verify_file(export, fair.Kept(head="1:" + "ab" * 32))[0] is fair.Verdict.BROKEN


def of_version_1(game):
    """Make a game that was just dealt one of version 1, dealt by version 1."""
    seed = bytes(game.secret.server_seed)
    game.fair_version, game.deal_id, game.head = 1, None, ""
    game.commitment = fair.commitment(str(game.pk), seed, version=1)
    game.start_digest = fair.start_digest(game.commitment, seeds.start_of(game))
    game.records.all().delete()
    game.draws.all().delete()
    game.ply = game.draw_no = 0
    ruleset, chance = registry.get(game.ruleset_slug), fair.Source(key_of_1(game, seed), version=1)
    state = ruleset.setup(game.seat_count, ruleset.options(**game.options), chance)
    game.deal = game.state = ruleset.dump(state)
    seeds.keep_draws(game, chance)
    notation = f"start {game.start_digest}"
    MoveRecord.objects.create(game=game, ply=0, seat=-1, notation=notation, actor="chance")
    seating.keep_state(game, state)
    game.save()
    return game


def key_of_1(game, seed):
    return fair.game_key(seed, seeds.start_of(game))


def test_a_game_of_version_1_is_played_to_its_end_and_proved_by_version_1():
    game, viewers = running()
    game = of_version_1(game)
    for _ in range(3):
        for viewer in viewers:
            play(game, viewer, "pick 2")
    game = fresh(game)
    assert (game.status, game.head) == ("finished", "")
    export = json.loads(json.dumps(fair_export(game)))
    assert export["format"] == "card-city-fair/1"
    assert {"deal_id", "kind", "head", "log", "result"}.isdisjoint(export)
    assert all(check.ok for check in fair.verify(export, game.commitment))
    assert problems(game) == []
    assert [check.number for check in verify_game(game)] == [1, 2, 3, 4, 5, 6, 9, 10]
    assert command("verify_game", str(game.pk))[0] == 0
    assert fair.verify_file(json.loads(json.dumps(export_record(game, None))))[0] is fair.Verdict.PROVED


def test_records_of_both_versions_can_be_imported():
    game, viewers = running()
    old = of_version_1(running()[0])
    for _ in range(3):
        for viewer in viewers:
            play(game, viewer, "pick 2")
    leaving.abort(old, Game.Ending.LEFT)
    for found in (fresh(game), fresh(old)):
        copy = import_record(json.loads(json.dumps(export_record(found, None))))
        assert copy.imported_id == found.pk
        assert (copy.ply, copy.head, copy.deal_id) == (found.ply, "", None)


def test_a_move_costs_no_query_for_its_chain(django_assert_num_queries):
    game, (anna, _) = running()
    record = MoveRecord(game=game, ply=1, seat=0, notation="boast", actor=anna.actor)
    with django_assert_num_queries(0):
        chain.link(game, record)
    veiled = MoveRecord(game=game, ply=2, seat=0, notation="pick 3", actor=anna.actor, veiled=True)
    seats_of(game)
    with django_assert_num_queries(1):
        chain.link(game, veiled)


def test_nobody_can_change_a_moment_by_less_than_a_second():
    game, (anna, _) = running()
    play(game, anna, "boast")
    made = game.records.get(ply=1)
    made.at += timedelta(milliseconds=1)
    made.save()
    assert problems(game)
