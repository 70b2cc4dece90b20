"""Logs in memory: what is kept is what is stored, and what this process does not have is read."""

from random import Random

import pytest
from django.db import transaction

from games.models import MoveRecord
from games.rules import registry
from games.rules.protocol import MalformedMove
from games.selectors.frozen import Facts
from games.services import logs
from games.services.logs import last_logs, log_of, records_since
from games.services.position import load_state
from tests.tables import fresh, play, running

pytestmark = pytest.mark.django_db(transaction=True)
FIELDS = [field.attname for field in MoveRecord._meta.concrete_fields if field.name != "events"]


def facts(made):
    """Return what pages and chain can know of a record."""
    return [getattr(made, name) for name in FIELDS], [Facts(event) for event in made.events]


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
    assert last_logs.get(game.pk) == known


def test_a_log_with_a_gap_is_never_kept():
    game, (anna, ben) = running()
    play(game, anna, "boast")
    before = log_of(game)
    # What another process does is not told here.
    last_logs.change(game.pk, lambda _: ())
    play(game, anna, "undo")
    assert last_logs.get(game.pk) == ()
    assert [made.notation for made in log_of(game)] == ["boast", "undo"]
    assert log_of(game)[:1] == before
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
