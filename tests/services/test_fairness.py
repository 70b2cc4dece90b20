"""The shuffle's order of events, its export, and verification of stored games."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games import fair
from games.models import DrawEntry, Game, GameSecret, MoveRecord
from games.rules.protocol import MalformedMove
from games.services.play.refusals import TableError
from games.services.storage.records import export_record
from games.services.storage.seeds import fair_export
from games.services.tables import leaving, seating
from games.services.tables.seating import Plan, open_table, set_seed
from games.services.upkeep.verification import verify_game
from tests.tables import guest, play, running

pytestmark = pytest.mark.django_db


def finished(seats=2):
    game, viewers = running(seats=seats)
    for _ in range(3):
        for viewer in viewers:
            play(game, viewer, "pick 2")
    return game, viewers


def test_the_commitment_stands_before_anybody_else_can_sit():
    game = open_table(guest("Anna"), Plan("demo", 2, {}))
    seed = bytes(GameSecret.objects.get(game=game).server_seed)
    assert game.commitment == fair.commitment(str(game.deal_id), seed)
    assert len(seed) == 32


def test_every_game_has_a_seed_of_its_own():
    seeds = {bytes(running()[0].secret.server_seed) for _ in range(5)}
    assert len(seeds) == 5


def test_a_contribution_after_the_start_is_refused():
    game, (anna, _) = running()
    before = bytes(game.seats.get(index=0).client_seed)
    with pytest.raises(TableError):
        set_seed(game.pk, anna, "too late")
    assert bytes(game.seats.get(index=0).client_seed) == before


def test_a_contribution_counts_as_it_was_sent():
    anna = guest("Anna")
    game = open_table(anna, Plan("demo", 2, {}))
    set_seed(game.pk, anna, "Zoë ♣ 7")
    assert bytes(game.seats.get(index=0).client_seed) == "Zoë ♣ 7".encode()


@pytest.mark.parametrize("seed", ["x" * 65, "é" * 33, "a\x00b", "line\nbreak", "\x7f"])
def test_a_contribution_that_does_not_fit_is_refused(seed):
    anna = guest("Anna")
    game = open_table(anna, Plan("demo", 2, {}))
    with pytest.raises(MalformedMove):
        set_seed(game.pk, anna, seed)


def test_while_a_game_runs_its_secrets_are_absent():
    game, _ = running()
    export = fair_export(game)
    assert export["server_seed"] is None
    assert "draws" not in export
    assert export["start_digest"] == game.start_digest


def test_before_the_start_contributions_are_absent():
    game = open_table(guest("Anna"), Plan("demo", 2, {}, client_seed="mine"))
    assert "client_seed_hex" not in fair_export(game)["seats"][0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_finished_game_verifies(seats):
    game, _ = finished(seats)
    assert all(check.ok for check in fair.verify(fair_export(game)))
    assert [check.number for check in verify_game(game)] == list(range(1, 11))
    assert all(check.ok for check in verify_game(game))


def test_an_aborted_game_reveals_its_seed():
    game, _ = running()
    leaving.abort(game)
    assert fair_export(game)["server_seed"] == bytes(game.secret.server_seed).hex()


def test_the_log_begins_with_the_start_digest():
    game, _ = running()
    assert game.records.get(ply=0).notation == f"start {game.start_digest}"


def tampered_move(game):
    MoveRecord.objects.filter(game=game, seat=1, ply=2).update(notation="pick 5")


def tampered_chance(game):
    record = game.records.filter(notation__startswith="rolled").first()
    other = "rolled 1" if record.notation != "rolled 1" else "rolled 2"
    MoveRecord.objects.filter(pk=record.pk).update(notation=other)


def tampered_scores(game):
    game.seats.filter(index=0).update(points=99)


def tampered_draw(game):
    DrawEntry.objects.filter(game=game, draw_no=1).delete()


def tampered_seed(game):
    GameSecret.objects.filter(game=game).update(server_seed=b"x" * 32)


def tampered_deal(game):
    Game.objects.filter(pk=game.pk).update(deal={**game.deal, "scores": [1, 0]})


@pytest.mark.parametrize(
    "tamper",
    [tampered_move, tampered_chance, tampered_scores, tampered_draw, tampered_seed, tampered_deal],
)
def test_verification_notices_a_changed_row(tamper):
    game, _ = finished()
    tamper(game)
    game = Game.objects.get(pk=game.pk)
    assert not all(check.ok for check in verify_game(game))


def test_the_command_exits_with_1_if_a_game_fails():
    game, _ = finished()
    out = StringIO()
    call_command("verify_game", "--all", stdout=out)
    assert "1 games checked, 0 failed" in out.getvalue()
    tampered_scores(game)
    with pytest.raises(SystemExit) as stop:
        call_command("verify_game", str(game.pk), stdout=out)
    assert stop.value.code == 1
    assert "FAILED  8" in out.getvalue()


def test_a_game_that_cannot_be_read_fails_and_stops_no_other():
    games = [finished()[0], finished()[0], finished()[0]]
    GameSecret.objects.filter(game=games[0]).delete()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_game SET deal = %s WHERE id = %s", [b"x\0\0", _key(games[1])])
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_game", "--all", stdout=out)
    assert "3 games checked, 2 failed" in out.getvalue()


def _key(game):
    return Game._meta.pk.get_db_prep_value(game.pk, connection)


def test_rolled_back_moves_use_no_number():
    game, (anna, ben) = running()
    play(game, anna, "pick 3")
    before = game.draw_no
    for _ in range(1000):
        with pytest.raises(RuntimeError), transaction.atomic():
            play(game, ben, "pick 4")
            assert game.draw_no == before + 1
            raise RuntimeError
        game.refresh_from_db()
        assert game.draw_no == before
    play(game, ben, "pick 4")
    assert [draw.draw_no for draw in game.draws.all()] == list(range(before + 1))


# Shared deals

DAILY = fair.daily_deal(date(2026, 1, 2), "demo", fair.Secret(bytes(range(32))))


def shared_game():
    """Return a running game of a shared deal; both of its people would contribute."""
    anna, ben = guest("Anna"), guest("Ben")
    game = open_table(anna, Plan("demo", 2, {}, client_seed="mine", deal=DAILY))
    set_seed(game.pk, anna, "mine again")
    seating.sit(game.pk, ben, "his")
    return Game.objects.get(pk=game.pk), (anna, ben)


def test_what_is_moved_behind_a_veil_is_told_to_its_seat_alone():
    game, (anna, _) = running()
    play(game, anna, "boast")
    game.records.filter(ply=1).update(veiled=True)

    def told(seat):
        return next(move["move"] for move in export_record(game, seat)["moves"] if move["ply"] == 1)

    assert [told(seat) for seat in (0, 1, None)] == ["boast", "?", "?"]


def test_many_tables_play_a_shared_deal_and_nobody_contributes():
    (one, _), (other, _) = shared_game(), shared_game()
    assert one.deal_id == other.deal_id
    assert one.deal == other.deal
    assert {bytes(seat.client_seed) for seat in one.seats.all()} == {b""}


def test_a_deal_of_ones_own_is_played_at_one_table():
    deal = fair.new_deal()
    open_table(guest("Anna"), Plan("demo", 2, {}, deal=deal))
    with pytest.raises(IntegrityError), transaction.atomic():
        open_table(guest("Ben"), Plan("demo", 2, {}, deal=deal))


def test_a_shared_deal_is_told_when_its_day_is_over_and_not_at_the_end_of_one_game():
    game, (anna, ben) = shared_game()
    for _ in range(3):
        for viewer in (anna, ben):
            play(game, viewer, "pick 2")
    game.refresh_from_db()
    assert game.is_over
    early = fair_export(game)
    assert fair.load_proof(early).server_seed is None
    assert "draws" not in early or not early["draws"]
    record = export_record(game, None)
    assert record["deal"] is None
    assert {move["move"] for move in record["moves"] if move["seat"] >= 0} == {"?"}
    Game.objects.filter(pk=game.pk).update(created_at=timezone.now() - timedelta(days=1))
    game.refresh_from_db()
    record = export_record(game, None)
    assert record["deal"] == game.deal
    assert {move["move"] for move in record["moves"] if move["seat"] >= 0} == {"pick 2"}
    assert [check for check in fair.verify(fair_export(game)) if not check.ok] == []
