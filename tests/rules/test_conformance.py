"""What every title must satisfy, the real ones and the invented one of tests/demo."""

import json
from functools import cache
from random import Random

import pytest

from games.bots.playouts import BusyPlayer, LooseDraw, deal, playout
from games.rules import registry
from games.rules.protocol import CHANCE, IllegalMove, option_infos
from tests.demo.ruleset import RULESET as DEMO
from tests.thorough import seeds

pytestmark = pytest.mark.in_turn(2)

RULESETS = {ruleset.slug: ruleset for ruleset in (*registry.rulesets(), DEMO)}
TABLES = [
    pytest.param(ruleset, seats, id=f"{slug}-{seats}")
    for slug, ruleset in RULESETS.items()
    for seats in ruleset.seats
]
GAMES_BY_DAY, GAMES = 25, 300
every_table = pytest.mark.parametrize(("ruleset", "seats"), TABLES)
every_title = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


def _game(ruleset, seats, seed):
    return list(_plies(ruleset, deal(ruleset, seats, seed), seed))


def _plies(ruleset, state, seed):
    return playout(ruleset, state, BusyPlayer(ruleset, seed))


def _positions(ruleset, seats):
    """Return one game's positions, the last one included."""
    # Rulesets cannot be hashed; positions never change, so that all tests may look at the same ones.
    return _played(ruleset.slug, seats)


@cache
def _played(slug, seats):
    plies = _game(RULESETS[slug], seats, seed=seats)
    return (*(ply.before for ply in plies), plies[-1].step.state)


def _sound(ruleset, state):
    if ruleset.invariants:
        ruleset.invariants(state)


@every_table
def test_random_playouts_end_in_sound_positions(ruleset, seats):
    lengths = set()
    for seed in seeds(GAMES_BY_DAY, GAMES):
        print(f"{ruleset.slug} with {seats} seats, seed {seed}")
        final, length = deal(ruleset, seats, seed), 0
        for ply in _plies(ruleset, final, seed):
            final, length = ply.step.state, length + 1
        _sound(ruleset, final)
        assert ruleset.to_act(final) == frozenset()
        assert len(ruleset.scores(final)) == seats
        lengths.add(length)
    assert max(lengths) < 10_000


@every_table
def test_every_position_of_a_game_is_sound(ruleset, seats):
    for state in _positions(ruleset, seats):
        _sound(ruleset, state)


@every_table
def test_apply_accepts_exactly_the_legal_moves(ruleset, seats):
    positions = _positions(ruleset, seats)
    known = {
        move
        for state in positions
        for seat in range(CHANCE, seats)
        for move in ruleset.legal_moves(state, seat)
    }
    sample = Random(seats).sample(sorted(known, key=str), min(60, len(known)))
    for state in positions:
        for seat in range(CHANCE, seats):
            legal = ruleset.legal_moves(state, seat)
            assert len(set(legal)) == len(legal)
            for move in {*legal, *sample}:
                unlisted = move not in legal and move.kind in ruleset.unlisted
                if not unlisted:
                    assert _accepted(ruleset, state, seat, move) == (move in legal), (seat, str(move))


def _accepted(ruleset, state, seat, move):
    try:
        ruleset.apply(state, seat, move)
    except IllegalMove as error:
        assert error.rule
        return False
    return True


@every_table
def test_idle_seats_have_no_moves_and_acting_seats_have_some(ruleset, seats):
    for state in _positions(ruleset, seats):
        acting = ruleset.to_act(state)
        assert acting <= {*range(CHANCE, seats)}
        for seat in range(CHANCE, seats):
            assert bool(ruleset.legal_moves(state, seat)) == (seat in acting)


@every_table
def test_moves_aside_keep_nobody_waiting(ruleset, seats):
    for state in _positions(ruleset, seats)[::5] if ruleset.aside else ():
        for seat in range(seats):
            for move in ruleset.aside(state, seat):
                assert move not in ruleset.legal_moves(state, seat)
                assert ruleset.to_act(ruleset.apply(state, seat, move).state) == ruleset.to_act(state)


@every_table
def test_whoever_leaves_for_good_is_not_waited_for_again(ruleset, seats):
    for state in _positions(ruleset, seats)[::5] if ruleset.leave else ():
        for seat in range(seats):
            if move := ruleset.leave(state, seat):
                after = ruleset.apply(state, seat, move).state
                _sound(ruleset, after)
                assert seat not in ruleset.to_act(after)
                assert ruleset.leave(after, seat) is None


@every_table
def test_every_decision_has_a_limit_if_any_has(ruleset, seats):
    for state in _positions(ruleset, seats) if ruleset.clocks else ():
        for seat in range(seats):
            kind = ruleset.clocks.kind_of(state, seat)
            assert (kind in ruleset.clocks.seconds) if seat in ruleset.to_act(state) else kind is None


@every_table
def test_moves_are_listed_in_a_fixed_order(ruleset, seats):
    for state in _positions(ruleset, seats):
        again = ruleset.load(json.loads(json.dumps(ruleset.dump(state))))
        for seat in ruleset.to_act(state):
            assert ruleset.legal_moves(again, seat) == ruleset.legal_moves(state, seat)


@every_table
def test_notation_round_trips(ruleset, seats):
    for state in _positions(ruleset, seats):
        for seat in ruleset.to_act(state):
            for move in ruleset.legal_moves(state, seat):
                text = str(move)
                assert ruleset.parse_move(text) == move
                assert text.isascii() and text.isprintable() and text.partition(" ")[0] == move.kind


@every_table
def test_states_round_trip_through_json(ruleset, seats):
    for state in _positions(ruleset, seats):
        assert ruleset.load(json.loads(json.dumps(ruleset.dump(state)))) == state


@every_table
def test_two_equal_runs_agree(ruleset, seats):
    one, two = _game(ruleset, seats, seed=7), _game(ruleset, seats, seed=7)
    assert [(ply.seat, str(ply.move), ply.step) for ply in one] == [
        (ply.seat, str(ply.move), ply.step) for ply in two
    ]


@every_table
def test_replaying_the_notation_gives_the_same_state(ruleset, seats):
    plies = _game(ruleset, seats, seed=8)
    state = plies[0].before
    for ply in plies:
        state = ruleset.apply(state, ply.seat, ruleset.parse_move(str(ply.move))).state
        assert state == ply.step.state


@every_table
def test_default_moves_are_legal(ruleset, seats):
    assert _defaults(ruleset, seats, plays=None) > 5


@every_table
def test_default_moves_finish_a_game_that_somebody_plays(ruleset, seats):
    assert _defaults(ruleset, seats, plays=0) < 10_000


def _defaults(ruleset, seats, plays):
    """Return how many moves a game of default moves takes, up to 10,000; one seat may play at random."""
    state, random, draw = deal(ruleset, seats, seed=9), Random(9), LooseDraw(9)
    for made in range(10_000):
        if not (acting := ruleset.to_act(state)):
            return made
        seat = min(acting)
        if seat == CHANCE and ruleset.sample:
            move = ruleset.sample(state, draw)
        elif seat == plays:
            move = random.choice(ruleset.legal_moves(state, seat))
        else:
            move = ruleset.default_move(state, seat)
        assert move.kind in ruleset.unlisted or move in ruleset.legal_moves(state, seat)
        state = ruleset.apply(state, seat, move).state
    return 10_000


@every_table
def test_views_and_drafts_are_hashable_and_repeat(ruleset, seats):
    for state in _positions(ruleset, seats)[::5]:
        for viewer in (None, *range(seats)):
            assert hash(ruleset.view_for(state, viewer)) == hash(ruleset.view_for(state, viewer))
        for seat in range(seats):
            assert ruleset.compose(state, seat, {}) == ruleset.compose(state, seat, {})


@every_table
def test_the_winner_has_the_most_points(ruleset, seats):
    final = _positions(ruleset, seats)[-1]
    outcomes = ruleset.outcomes(final)
    assert [outcome.points for outcome in outcomes] == [*ruleset.scores(final)]
    by_place = sorted(outcomes, key=lambda outcome: outcome.place)
    assert [outcome.points for outcome in by_place] == sorted(ruleset.scores(final), reverse=True)


@every_title
def test_facts_of_the_record(ruleset):
    assert ruleset.slug.isidentifier()
    assert len(ruleset.digest) == 64
    assert ruleset.ruleset_id == f"{ruleset.slug}/{ruleset.version}"
    assert all(info.label for info in option_infos(ruleset.options).values())
