"""Logs in memory: what is kept is what is stored, and what this process does not have is read."""

from random import Random

import pytest
from django.db import transaction

from games.models import MoveRecord
from games.rules import registry
from games.rules.protocol import MalformedMove
from games.selectors.frozen import FrozenDict
from games.selectors.stored import logs
from games.selectors.stored.logs import Log, last_logs, log_of, records_since
from games.selectors.stored.position import load_state
from tests.tables import fresh, play, running

pytestmark = pytest.mark.django_db(transaction=True)
FIELDS = [field.attname for field in MoveRecord._meta.concrete_fields if field.name != "events"]


def facts(made):
    """Return what pages and chain can know of a record."""
    return [getattr(made, name) for name in FIELDS], [FrozenDict(event) for event in made.events]


def stored(game):
    return [facts(made) for made in game.records.filter(ply__gt=0)]


@pytest.mark.parametrize("slug", registry.SLUGS)
def test_what_is_kept_of_a_new_move_is_what_is_stored(slug):
    game, viewers = running(slug)
    random, ruleset = Random(5), registry.get(slug)
    while game.is_running and game.ply < 60:
        if game.ply < 5:
            log_of(game)
        state = load_state(game)
        seat = min(ruleset.to_act(state))
        play(game, viewers[seat], str(random.choice(ruleset.legal_moves(state, seat))), key=f"k{game.ply}")
    assert game.ply > 10
    assert [facts(made) for made in last_logs.get(game.pk)] == stored(game)
    # The position of each move would be kept with it.
    assert not any("game" in made._state.fields_cache for made in last_logs.get(game.pk))


def test_new_moves_of_a_log_that_nobody_reads_are_not_kept():
    game, (anna, _) = running()
    play(game, anna, "pick 3")
    assert last_logs.get(game.pk) is None


def test_a_move_that_is_not_committed_is_not_kept():
    game, (anna, _) = running()
    play(game, anna, "pick 3")
    known = log_of(game)
    with pytest.raises(MalformedMove):
        play(game, anna, "nonsense")
    with transaction.atomic():
        made = MoveRecord.objects.create(game_id=game.pk, ply=game.ply + 1, seat=1, notation="pick 1")
        logs.keep_on_commit(made)
        transaction.set_rollback(True)
    assert [*last_logs.get(game.pk)] == [*known]


def test_a_log_with_a_gap_is_never_kept():
    game, (anna, ben) = running()
    play(game, anna, "boast")
    before = log_of(game)
    # What another process does is not told here.
    last_logs.change(game.pk, lambda _: Log())
    play(game, anna, "undo")
    assert len(last_logs.get(game.pk)) == 0
    assert [made.notation for made in log_of(game)] == ["boast", "undo"]
    assert log_of(game)[:1] == before[:]
    play(game, ben, "boast")
    assert [facts(made) for made in log_of(game)] == stored(game)


@pytest.mark.parametrize("is_kept", [True, False])
def test_records_since_a_ply_and_the_one_with_a_key(is_kept):
    game, (anna, ben) = running()
    for viewer, notation in ((anna, "boast"), (anna, "undo"), (ben, "boast"), (ben, "undo")):
        play(game, viewer, notation, key=f"k{game.ply}")
    if is_kept:
        log_of(game)
    for ply, key, plies in (
        (0, "", [1, 2, 3, 4]),
        (2, "", [3, 4]),
        (3, "0:k1", [2, 4]),
        (9, "0:k0", [1]),
        (9, "0:k9", []),
    ):
        assert [made.ply for made in records_since(fresh(game), ply, key)] == plies


def test_an_older_row_is_given_no_newer_log():
    game, (anna, _) = running()
    play(game, anna, "boast")
    old = fresh(game)
    play(game, anna, "undo")
    log_of(game)
    assert [made.ply for made in log_of(old)] == [1]
    assert [made.ply for made in records_since(old, 0)] == [1]


def test_a_log_that_the_database_contradicts_is_forgotten():
    game, (anna, _) = running()
    play(game, anna, "boast")
    log_of(game)
    logs.keep_on_commit(MoveRecord(pk=0, game_id=game.pk, ply=1))
    assert last_logs.get(game.pk) is None


def test_what_another_thread_has_kept_meanwhile_is_not_added_twice(monkeypatch):
    game, (anna, ben) = running()
    play(game, anna, "boast")
    log_of(game)
    play_elsewhere(game, anna, "undo")
    play_elsewhere(game, ben, "boast")
    real = last_logs.get

    def slow(game_id):
        """Return what was kept before another thread reads the log."""
        found = real(game_id)
        monkeypatch.setattr(last_logs, "get", real)
        assert len(log_of(game)) == 3
        return found

    monkeypatch.setattr(last_logs, "get", slow)
    assert [facts(made) for made in log_of(game)] == stored(game)
    assert [facts(made) for made in real(game.pk)] == stored(game)
    assert plies(real(game.pk).standing()) == [3]


def test_what_was_forgotten_meanwhile_is_kept_again(monkeypatch):
    game, (anna, _) = running()
    play(game, anna, "boast")
    log_of(game)
    play_elsewhere(game, anna, "undo")
    real = last_logs.get

    def forgetting(game_id):
        found = real(game_id)
        last_logs.clear()
        return found

    monkeypatch.setattr(last_logs, "get", forgetting)
    assert [facts(made) for made in log_of(game)] == stored(game)
    assert [facts(made) for made in real(game.pk)] == stored(game)


def play_elsewhere(game, viewer, notation):
    """Play a move as another process does: this one is not told what to keep."""
    kept = last_logs.get(game.pk)
    play(game, viewer, notation)
    last_logs.change(game.pk, lambda _: kept)


def a_ply(number, notation="pick", seat=0):
    return MoveRecord(ply=number, notation=notation, seat=seat, key=f"k{number}")


def plies(log):
    return [made.ply for made in log]


def test_a_log_is_as_it_was_when_another_goes_on():
    first = Log.of([a_ply(1), a_ply(2)])
    longer = first.followed_by(a_ply(3, "undo"))
    other = first.followed_by(a_ply(3, seat=1)).followed_by(a_ply(4))
    assert (plies(first), plies(longer), plies(other)) == ([1, 2], [1, 2, 3], [1, 2, 3, 4])
    assert [made.notation for made in longer[2:]] == ["undo"]
    assert [made.seat for made in other[2:]] == [1, 0]
    assert (first.with_key("k3"), other.with_key("k3"), longer.with_key("k4")) == (None, other[2], None)
    assert [log.last_of(1) for log in (first, longer, other)] == [0, 0, 3]
    assert [plies(log.standing()) for log in (first, longer, other)] == [[2, 1], [1], [4, 3, 2, 1]]
    assert plies(longer.upto(2).standing()) == plies(first.standing())
    assert other.upto(3).with_key("k4") is None


def test_a_new_log_is_nobody_elses():
    assert plies(Log().followed_by(a_ply(1))) == [1]
    assert plies(Log()) == []


def without_those_taken_back(log):
    line = []
    for made in log:
        if made.notation == "undo":
            line.pop()
        else:
            line.append(made)
    return line[::-1]


def test_what_stands_is_what_was_not_taken_back():
    random = Random(3)
    made, stands = [], 0
    while len(made) < 200:
        takes_back = stands and random.random() < 0.48
        stands += -1 if takes_back else 1
        made.append(a_ply(len(made) + 1, "undo" if takes_back else "pick"))
    log = Log.of(made)
    for ply in range(201):
        assert [*log.upto(ply).standing()] == without_those_taken_back(made[:ply])


def test_a_log_does_not_pass_what_nobody_asks_for(monkeypatch):
    log = Log.of(a_ply(ply, "undo" if ply % 2 == 0 else "pick") for ply in range(1, 1001)).followed_by(
        a_ply(1001)
    )
    touched = []
    monkeypatch.setattr(Log, "__getitem__", lambda self, at: touched.append(at))
    assert (plies(log.standing()), log.last_of(1), log.with_key("k7").ply) == ([1001], 0, 7)
    assert touched == []
