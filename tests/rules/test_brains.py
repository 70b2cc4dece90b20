"""What the brain of every title must satisfy, so that the search may ask it in any position of any seat."""

import json
from math import isfinite
from pathlib import Path
from random import Random

import pytest

from games.bots.levels import LEVELS, plan_of
from games.bots.playouts import BusyPlayer, LooseDraw, deal, playout
from games.bots.search import Search
from games.rules import registry
from games.rules.brains import worth
from games.rules.weights import FILE, load
from tests.thorough import SEED, THOROUGH, of_the_day, seeds

pytestmark = pytest.mark.in_turn(2)

TITLES = {ruleset.slug: ruleset for ruleset in registry.rulesets()}
every_title = pytest.mark.parametrize("ruleset", TITLES.values(), ids=TITLES)
every_table = pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        pytest.param(each, seats, id=f"{each.slug}-{seats}")
        for each in TITLES.values()
        for seats in each.seats
    ],
)
some_table = pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        pytest.param(each, seats, id=f"{each.slug}-{seats}")
        for each in TITLES.values()
        for seats in of_the_day(each.seats)
    ],
)
GAMES, LOOKS, CHOICES = (20, 60, 12) if THOROUGH else (1, 12, 2)
"""How many random games, of how many positions of each a seat is looked at, and at how many it chooses."""


def walks(ruleset, seats, most):
    """Yield some positions of random games, the last ones included."""
    for seed in seeds(1, GAMES):
        print(f"{ruleset.slug} with {seats} seats, seed {seed}")
        first = deal(ruleset, seats, seed)
        plies = list(playout(ruleset, first, BusyPlayer(ruleset, seed)))
        yield from Random(seed).sample([ply.before for ply in plies], min(most, len(plies)))
        yield plies[-1].step.state


def decisions(ruleset, seats, most=LOOKS):
    """Yield what each seat that is to act may know of some positions, and its legal moves."""
    for state in walks(ruleset, seats, most):
        for seat in range(seats):
            if seat in ruleset.to_act(state):
                yield ruleset.brain.conceal(state, seat), seat, ruleset.legal_moves(state, seat)


def is_legal(ruleset, legal, state, seat, move):
    return move in legal or (move.kind in ruleset.unlisted and bool(ruleset.apply(state, seat, move)))


@every_table
def test_who_has_a_move_has_the_same_moves_in_what_it_may_know(ruleset, seats):
    for state in walks(ruleset, seats, LOOKS):
        for seat in range(seats):
            concealed = ruleset.brain.conceal(state, seat)
            assert (seat in ruleset.to_act(concealed)) == (seat in ruleset.to_act(state))
            assert ruleset.legal_moves(concealed, seat) == ruleset.legal_moves(state, seat)


@every_table
def test_a_concealed_position_survives_the_way_to_a_thinker(ruleset, seats):
    for concealed, _, _ in decisions(ruleset, seats):
        assert ruleset.load(json.loads(json.dumps(ruleset.dump(concealed)))) == concealed


@every_table
def test_sensible_moves_are_legal_and_some(ruleset, seats):
    for concealed, seat, legal in decisions(ruleset, seats) if ruleset.brain.sensible else ():
        found = ruleset.brain.sensible(concealed, seat)
        assert found and len({*found}) == len(found)
        assert all(is_legal(ruleset, legal, concealed, seat, move) for move in found)


@every_table
@pytest.mark.parametrize("name", ["reply", "pick"])
def test_moves_found_at_a_glance_are_legal_and_repeat(ruleset, seats, name):
    found, weights = getattr(ruleset.brain, name), ruleset.brain.weights_for(seats)
    for number, (concealed, seat, legal) in enumerate(decisions(ruleset, seats) if found else ()):
        world = ruleset.brain.imagine(concealed, seat, LooseDraw(number))
        for state in (concealed, world):
            move = found(state, seat, LooseDraw(number), weights)
            assert is_legal(ruleset, legal, state, seat, move), str(move)
            assert found(state, seat, LooseDraw(number), weights) == move


@every_table
def test_everybody_in_an_imagined_world_can_be_played_on_at_a_glance(ruleset, seats):
    """Whoever is to act there: a continuation asks each of them, not only the seat that thinks."""
    brain, weights = ruleset.brain, ruleset.brain.weights_for(seats)
    for number, (concealed, seat, _) in enumerate(decisions(ruleset, seats)):
        world = brain.imagine(concealed, seat, LooseDraw(number))
        for other in (ruleset.to_act(world) - {seat}) & {*range(seats)}:
            legal = ruleset.legal_moves(world, other)
            for find in (each for each in (brain.reply, brain.pick) if each):
                move = find(world, other, LooseDraw(number), weights)
                assert is_legal(ruleset, legal, world, other, move), (other, str(move))


@every_table
def test_every_position_is_worth_a_finite_number_of_points_to_every_seat(ruleset, seats):
    brain, weights = ruleset.brain, ruleset.brain.weights_for(seats)
    for number, state in enumerate(walks(ruleset, seats, LOOKS)):
        assert isinstance(brain.is_quiet(state), bool)
        assert brain.turn is None or brain.turn(state) >= 0
        seen = [brain.conceal(state, seat) for seat in range(seats)]
        dreamt = [brain.imagine(each, seat, LooseDraw(number)) for seat, each in enumerate(seen)]
        for each in (state, *seen, *dreamt):
            rows = brain.assess(each)
            assert [len(row) for row in rows] == [len(brain.parts)] * seats
            assert all(isfinite(found) for found in worth(brain, each, weights))


@every_table
def test_the_chances_of_chance_are_its_legal_moves_and_add_up_to_one(ruleset, seats):
    for state in walks(ruleset, seats, LOOKS) if ruleset.brain.chances else ():
        if -1 in ruleset.to_act(state):
            found = ruleset.brain.chances(state)
            assert sum(likely for _, likely in found) == pytest.approx(1)
            assert {move for move, _ in found} <= {*ruleset.legal_moves(state, -1)}


@some_table
@pytest.mark.parametrize("level", LEVELS)
def test_a_level_chooses_a_legal_move_and_with_the_same_seed_the_same(ruleset, seats, level):
    plan = plan_of(ruleset, level)
    most = CHOICES if THOROUGH or level < 4 else 1
    tried = [each for each in decisions(ruleset, seats, 8 * most) if len(each[2]) > 1]
    for concealed, seat, legal in Random(SEED).sample(tried, min(most, len(tried))):
        one, other = (Search(ruleset, seats, plan, 5).choose(concealed, seat) for _ in range(2))
        assert is_legal(ruleset, legal, concealed, seat, one), str(one)
        assert one == other


@every_title
def test_the_weights_are_those_of_the_file(ruleset):
    folder = Path(registry.__file__).parent / ruleset.slug
    rows = load(folder)["weights"]
    assert (folder / FILE).exists() and {*map(int, rows)} == {*ruleset.brain.weights}
    for seats in ruleset.seats:
        found = dict(zip(ruleset.brain.parts, ruleset.brain.weights_for(seats), strict=True))
        assert all(map(isfinite, found.values())) and any(found.values())
    for seats, row in rows.items():
        found = dict(zip(ruleset.brain.parts, ruleset.brain.weights[int(seats)], strict=True))
        assert {part: value for part, value in found.items() if value} == {
            part: float(value) for part, value in row.items() if value
        }
