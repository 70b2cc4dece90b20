"""The steward: it claims by lease, hands out only what a seat may know, and never moves twice."""

import json
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, get_ident
from time import monotonic, sleep
from types import SimpleNamespace

import pytest
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games.models import Game, Seat
from games.rules import registry
from games.selectors.stored.position import digest
from games.services.bots import claims as bots_claims
from games.services.bots import steward as bots_steward
from games.services.bots.claims import LEASE, claim, release, waiting
from games.services.bots.steward import Steward
from games.services.play.door import play_bot
from tests.botting import BRAINY, against_bots, bot_moves, claim_one, let_bots_answer
from tests.tables import fresh, play, row
from tests.thorough import PATIENCE, THOROUGH
from tests.waiting import until

TABLES = 200 if THOROUGH else 10


@pytest.fixture(autouse=True)
def brainy(monkeypatch):
    """Let the invented title have a brain."""
    monkeypatch.setitem(registry.SLUGS, "demo", BRAINY)


def now():
    return timezone.now()


# Claims.


@pytest.mark.django_db
def test_a_seat_is_claimed_once_until_its_lease_runs_out():
    game, _ = against_bots(2)
    task = claim_one(now())
    assert (task.game_id, task.index, task.ply, task.default) == (game.pk, 1, 0, "pick 1")
    assert claim_one(now()) is None
    assert claim_one(now() + LEASE).game_id == game.pk


@pytest.mark.django_db
def test_bots_that_act_at_once_are_claimed_at_once():
    against_bots(2, 2, 2)
    assert {claim_one(now()).index for _ in range(3)} == {1, 2, 3}


@pytest.mark.django_db
def test_what_is_given_back_can_be_claimed_but_not_by_who_gave_back_late():
    against_bots(2)
    first = claim_one(now())
    release(first)
    second = claim_one(now() + timedelta(seconds=1))
    release(first)
    assert not waiting(now()).exists()
    release(second)
    assert waiting(now()).exists()


@pytest.mark.django_db
def test_what_leaves_is_what_the_seat_knows():
    game, anna = against_bots(2)
    play(game, anna, "pick 5")
    question = claim_one(now()).question
    assert question["position"]["picks"] == (1, 0)
    assert {*question} == {
        "slug", "version", "seat", "seats", "level", "seed", "share", "seconds", "position",
    }  # fmt: skip
    assert bytes(game.secret.server_seed).hex() not in json.dumps(question)


@pytest.mark.django_db
def test_in_a_window_the_moment_of_the_answer_is_set_before_anybody_thinks(monkeypatch):
    """Also when the claim comes late: then the thinker's time and the moment follow from the claim's."""
    monkeypatch.setattr(bots_claims, "hides_who", lambda *_: True)
    against_bots(4)
    at = row(Game.objects.get(), 1).bot_at
    task = claim_one(at - timedelta(seconds=1))
    assert task.show_at == at
    assert task.question["seconds"] == pytest.approx(0.7)
    release(task)
    late = claim_one(at + timedelta(seconds=3))
    cover = (late.show_at - at).total_seconds() - 3
    assert bots_claims.COVER[0] <= cover <= bots_claims.COVER[1]
    assert late.question["seconds"] == pytest.approx(cover - 0.3)


@pytest.mark.django_db
def test_also_bots_that_answer_at_once_do_so_in_a_window_after_all_could_have_thought(monkeypatch):
    monkeypatch.setattr(bots_claims, "hides_who", lambda *_: True)
    for _ in range(20):
        against_bots(4, bot_pace="once")
    begin = now()
    waits = set()
    while tasks := claim(begin):
        waits |= {(task.show_at - begin).total_seconds() for task in tasks}
    assert len(waits) > 10
    assert bots_claims.COVER[0] <= min(waits) and max(waits) <= bots_claims.COVER[1]


@pytest.mark.django_db
def test_nothing_is_claimed_in_a_pause_or_after_the_end():
    game, _ = against_bots(2)
    Game.objects.filter(pk=game.pk).update(paused_at=now())
    assert claim_one(now()) is None
    Game.objects.filter(pk=game.pk).update(paused_at=None, status=Game.Status.ABORTED)
    assert claim_one(now()) is None


@pytest.mark.django_db
def test_games_that_cannot_be_read_keep_nobody_else_waiting(caplog):
    """They are passed over at once, named in the log, and not tried again for some minutes."""
    broken = [against_bots(2)[0] for _ in range(3)]
    good, _ = against_bots(2)
    ids = [game.pk for game in broken]
    Game.objects.filter(pk__in=ids).update(state={}, state_digest=digest({}))
    Seat.objects.filter(game=good, bot__gt=0).update(bot_at=now() + timedelta(seconds=9))
    assert claim_one(now()).game_id == good.pk
    assert claim_one(now() + LEASE + timedelta(seconds=1)).game_id == good.pk
    assert claim_one(now() + LEASE + timedelta(seconds=1)) is None
    assert all(any(str(game.pk) in line for line in caplog.messages) for game in broken)
    assert waiting(now() + bots_claims.BROKEN).count() == 4


@pytest.mark.django_db
def test_a_claim_holds_the_moment_and_the_ply_of_one_position(monkeypatch):
    """The game is read while its seat is locked; who moves afterwards finds the claim too old."""
    game, anna = against_bots(2, bot_pace="calm")
    first = row(game, 1).bot_at
    read = bots_claims._readable

    def moved_meanwhile(claimed, *rest):
        monkeypatch.setattr(bots_claims, "_readable", read)
        bot_moves(game, 1)
        play(game, anna, "pick 2", seen=1)
        return read(claimed, *rest)

    monkeypatch.setattr(bots_claims, "_readable", moved_meanwhile)
    task = claim_one(now())
    assert (task.ply, task.show_at) == (0, first)
    assert row(game, 1).bot_at != first
    assert claim_one(now()).ply == fresh(game).ply


@pytest.mark.django_db
def test_of_many_that_are_claimed_at_once_broken_ones_are_passed_over(caplog):
    games = [against_bots(2)[0] for _ in range(24)]
    idle, broken, good = games[:3]
    bot_moves(idle, 1)
    Game.objects.filter(pk=broken.pk).update(state={}, state_digest=digest({}))
    # On a slow machine the others, due a second after their deals, would have waited for longer than these.
    Seat.objects.filter(bot_at__isnull=False).update(bot_at=now())
    for seconds, game in enumerate((good, broken, idle), 1):
        Seat.objects.filter(game=game, index=1).update(bot_at=now() - timedelta(seconds=seconds))
    assert [task.game_id for task in claim(now())] == [good.pk]
    assert waiting(now()).count() == 21
    assert any(str(broken.pk) in line for line in caplog.messages)


@pytest.mark.django_db
def test_a_database_that_fails_gives_back_all_that_was_claimed_at_once(monkeypatch):
    for _ in range(24):
        against_bots(2)
    tasks = iter([SimpleNamespace(), OperationalError("locked")])

    def fails_later(*_):
        if isinstance(task := next(tasks), Exception):
            raise task
        return task

    monkeypatch.setattr(bots_claims, "_task", fails_later)
    with pytest.raises(OperationalError):
        claim(now())
    assert waiting(now()).count() == 24


@pytest.mark.django_db
def test_a_seat_that_is_not_to_act_is_passed_over_at_once():
    idle, _ = against_bots(2)
    bot_moves(idle, 1)
    Seat.objects.filter(game=idle, index=1).update(bot_at=now() - timedelta(seconds=9))
    good, _ = against_bots(2)
    assert claim_one(now()).game_id == good.pk


@pytest.mark.django_db
def test_many_tables_go_on():
    games = [against_bots(2)[0] for _ in range(TABLES)]
    assert let_bots_answer(lambda question: f"pick {1 + question['seat']}") == TABLES
    assert not waiting(now()).exists()
    assert {fresh(game).ply for game in games} == {1}


# The whole.


class FakeThinker:
    """Answers at once, in this process."""

    answers = staticmethod(lambda question: {"notation": "pick 4"})

    def start(self):
        pass

    def ask(self, question, patience):
        return self.answers(question)

    def stop(self):
        pass


@contextmanager
def stewarding(monkeypatch, answers, **how):
    monkeypatch.setattr(bots_steward, "Thinker", FakeThinker)
    monkeypatch.setattr(FakeThinker, "answers", staticmethod(answers))
    steward = Steward(**how)
    steward.start()
    try:
        yield steward
    finally:
        steward.stop()


@pytest.mark.django_db(transaction=True)
def test_a_database_that_fails_between_two_moves_ends_no_thread(monkeypatch):
    game, _ = against_bots(1, bot_pace="once")
    failed, over, close = set(), Event(), bots_steward.close_old_connections

    def fail_once():
        if get_ident() not in failed and not over.is_set():
            failed.add(get_ident())
            raise InterfaceError("the server is gone")
        close()

    monkeypatch.setattr(bots_steward, "INTERVAL", 0.05)
    monkeypatch.setattr(bots_steward, "close_old_connections", fail_once)
    with stewarding(monkeypatch, lambda question: {"notation": "pick 6"}):
        until(lambda: fresh(game).ply == 1)
        over.set()
    assert len(failed) == 2


@pytest.mark.django_db(transaction=True)
def test_bots_move_until_a_person_is_to_move(monkeypatch):
    game, anna = against_bots(1, 4, bot_pace="once")
    with stewarding(monkeypatch, lambda question: {"notation": f"pick {1 + question['seat']}"}, thinkers=2):
        for number in range(3):
            play(game, anna, "pick 5", key=f"k{number}")
            plies = 4 * (number + 1)
            # The bots may have begun the next round already, where all pick at once.
            until(lambda plies=plies: fresh(game).ply >= plies)
    assert fresh(game).status == Game.Status.FINISHED
    made = game.records.filter(actor__startswith="bot:").values_list("seat", "notation")
    assert sorted(made) == [(1, "pick 2")] * 3 + [(2, "pick 3")] * 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "answer",
    [{"error": "it hung"}, {"notation": "pick 7"}, {"notation": "nonsense"}, {"notation": "undo"}, {}],
)
def test_a_wrong_answer_is_a_simple_move_and_is_said_once(monkeypatch, caplog, answer):
    game, _ = against_bots(1, 4, bot_pace="once")
    with stewarding(monkeypatch, lambda question: answer):
        until(lambda: fresh(game).ply == 2)
    assert {*game.records.filter(ply__gt=0).values_list("notation", "actor")} == {
        ("pick 1", "bot:1"),
        ("pick 1", "bot:4"),
    }
    assert len([line for line in caplog.messages if "without thought" in line]) == 1


@pytest.mark.django_db(transaction=True)
def test_without_an_answer_the_move_is_found_by_instinct(monkeypatch):
    game, _ = against_bots(1, 4, bot_pace="once")
    asked = []

    def glance(question):
        asked.append({*question})
        return f"pick {question['seat'] + 2}"

    monkeypatch.setattr(bots_steward, "instinct", glance)
    with stewarding(monkeypatch, lambda question: {"error": "it is late"}):
        until(lambda: fresh(game).ply == 2)
    assert {*game.records.filter(ply__gt=0).values_list("notation", flat=True)} == {"pick 3", "pick 4"}
    assert "position" in asked[0]


@pytest.mark.django_db(transaction=True)
def test_who_fails_by_instinct_too_makes_the_default_move(monkeypatch):
    game, _ = against_bots(1, bot_pace="once")

    def glance(question):
        raise LookupError

    monkeypatch.setattr(bots_steward, "instinct", glance)
    with stewarding(monkeypatch, lambda question: {"error": "it is late"}):
        until(lambda: fresh(game).ply == 1)
    assert game.records.get(ply=1).notation == "pick 1"


@pytest.mark.django_db(transaction=True)
def test_a_thinker_that_fails_in_any_way_is_free_again(monkeypatch):
    """With a single one all bots would stand still, and the end would wait for it."""
    game, _ = against_bots(1, 4, bot_pace="once")

    def answer(question):
        raise AttributeError("no such thing")

    with stewarding(monkeypatch, answer):
        until(lambda: fresh(game).ply == 2)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("times", [2, bots_steward.TRIES + 1])
def test_a_move_that_the_database_did_not_take_is_made_soon_again(monkeypatch, times):
    """Well before its lease runs out; what fails too often is claimed anew."""
    game, _ = against_bots(1, bot_pace="once")
    failed = []

    def play_or_fail(*what):
        if len(failed) < times:
            failed.append(what)
            raise OperationalError("database is locked")
        return play_bot(*what)

    monkeypatch.setattr(bots_steward, "play_bot", play_or_fail)
    monkeypatch.setattr(bots_steward, "SOON", timedelta(seconds=0.01))
    with stewarding(monkeypatch, lambda question: {"notation": "pick 6"}, lease=timedelta(hours=1)):
        until(lambda: fresh(game).ply == 1)
    assert game.records.get(ply=1).notation == "pick 6"
    assert len(failed) == times


@pytest.mark.django_db(transaction=True)
def test_a_person_who_takes_the_seat_of_a_bot_that_thinks_is_no_fault(monkeypatch, caplog):
    """Nothing is played for that person, and a fault of the title is still said afterwards."""
    game, _ = against_bots(1, 4, bot_pace="once")
    asked = []

    def answer(question):
        asked.append(question["seat"])
        if question["seat"] == 1:
            Seat.objects.filter(game=game, index=1).update(bot=0, bot_at=None)
            return {"notation": "pick 6"}
        return {"error": "a real fault"} if asked.count(1) else {"notation": "undo"}

    with stewarding(monkeypatch, answer):
        until(lambda: game.records.filter(seat=2).exists() and 1 in asked)
        sleep(0.3)
    assert not game.records.filter(seat=1).exists()
    assert len([line for line in caplog.messages if "without thought" in line]) == 1
    assert not [
        line for line in caplog.messages if "You're not at this table" in line and "without thought" in line
    ]


def test_a_title_that_fails_is_named_again_after_a_while(monkeypatch, caplog):
    steward, task = Steward(), SimpleNamespace(question={"slug": "demo", "version": 1})
    for _ in range(3):
        steward._complain(task, "a fault")
    assert len(caplog.messages) == 1
    moment = monotonic()
    monkeypatch.setattr(bots_steward, "monotonic", lambda: moment + bots_steward.SILENT + 1)
    steward._complain(task, "a fault")
    assert len(caplog.messages) == 2


@pytest.mark.django_db(transaction=True)
def test_a_move_that_came_too_late_is_dropped_and_thought_about_anew(monkeypatch):
    game, _ = against_bots(1, bot_pace="once")
    asked = []

    def answer(question):
        asked.append(question["position"])
        if len(asked) == 1:
            play_bot(game.pk, 1, "boast", 0)
        return {"notation": "pick 6"}

    with stewarding(monkeypatch, answer):
        until(lambda: fresh(game).ply == 2)
    assert [each["boasts"][1] for each in asked] == [False, True]
    assert list(game.records.filter(ply__gt=0).values_list("notation", flat=True)) == ["boast", "pick 6"]


@pytest.mark.django_db(transaction=True)
def test_a_claim_of_who_crashed_is_taken_over(monkeypatch):
    game, _ = against_bots(1, bot_pace="once")
    claim_one(now(), lease=timedelta(seconds=1))
    with stewarding(monkeypatch, lambda question: {"notation": "pick 6"}):
        until(lambda: fresh(game).ply == 1)
    assert row(game, 1).bot_lease is None


@pytest.mark.django_db(transaction=True)
def test_a_thinker_plays_for_a_bot(monkeypatch):
    """The same with a process that thinks."""
    game, _ = against_bots(3, bot_pace="once")
    monkeypatch.setattr(bots_claims, "LATEST", timedelta(seconds=PATIENCE))
    monkeypatch.setattr(bots_claims, "GRACE", timedelta(seconds=PATIENCE))
    monkeypatch.delattr(bots_steward, "instinct")
    steward = Steward()
    steward.start()
    until(lambda: fresh(game).ply == 1)
    steward.stop()
    assert game.records.get(ply=1).actor == "bot:3"
