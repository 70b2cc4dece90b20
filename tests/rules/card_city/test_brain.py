"""What a position is worth, and the moves that nobody thinks about."""

from random import Random

import pytest

from games.bots.levels import LEVELS, plan_of
from games.bots.playouts import LooseDraw, random_playout
from games.bots.search import Search
from games.rules.brains import worth
from games.rules.card_city.bot.assessing import PARTS, WEIGHTS, city_weights
from games.rules.card_city.bot.brain import BRAIN
from games.rules.card_city.bot.instinct import pick, usual
from games.rules.card_city.bot.prospects import FIGURES, figures
from games.rules.card_city.scoring import city_points
from tests.rules.card_city.build import RULESET, city, developing, dividing, new_game, table
from tests.thorough import SEED, THOROUGH

GAMES = 20 if THOROUGH else 4
"""For one seat; for more seats fewer."""
every_size = pytest.mark.parametrize("seats", RULESET.seats)


def positions(seats):
    for seed in range(SEED, SEED + GAMES // seats):
        print(f"{seats} seats, seed {seed}")
        plies = list(random_playout(RULESET, new_game(seats, seed), seed))
        yield from (ply.before for ply in plies)
        yield plies[-1].step.state


@every_size
def test_the_last_figures_are_the_points(seats):
    weights = BRAIN.weights_for(seats)
    for state in positions(seats):
        assert [figures(one)[0] for one in state.cities] == [*RULESET.scores(state)]
        if not state.acts:
            assert worth(BRAIN, state, weights) == RULESET.scores(state)


@every_size
def test_the_weights_of_a_round_compare_cities_as_all_parts_do(seats):
    for state in positions(seats):
        weights = city_weights(state, BRAIN.weights_for(seats))
        quick = [sum(map(float.__mul__, weights, map(float, figures(one)))) for one in state.cities]
        whole = worth(BRAIN, state, BRAIN.weights_for(seats))
        assert all(
            abs((one - quick[0]) - (all_ - whole[0])) < 1e-9 for one, all_ in zip(quick, whole, strict=True)
        )


def test_every_part_has_a_weight_by_its_name():
    assert {1, 2, 4} <= {*WEIGHTS}
    assert len({*PARTS}) == len(PARTS) == 2 * len(FIGURES) + 2
    assert all(weights[0] == 1 for weights in WEIGHTS.values())
    assert [len(row) for row in BRAIN.assess(new_game(3))] == [len(PARTS)] * 3


def figure(one, name):
    return figures(one)[FIGURES.index(name)]


def test_a_merger_counts_what_one_card_would_join():
    ready = city("L R . R", ". H P P", ". I . .", coins=9)
    assert figure(ready, "merger") == 6 - 2
    assert figure(ready, "points") == city_points(ready)
    assert figure(city("R .", "H R"), "merger") == 0
    assert figure(city("R .", "H R"), "merger_near") == 6 - 2


def test_sites_count_what_one_card_more_would_bring():
    assert figure(city("R .", "H R"), "culture_site") == 2 + 2
    assert figure(city("R . R", "P H P"), "trade_site") == 2
    assert figure(city("R C R", "P H P"), "trade_growth") == 3 - 1
    assert figure(city("R C .", ". H ."), "trade_near") == 1 + 1


@every_size
def test_picks_are_legal_and_repeat(seats):
    for number, state in enumerate(positions(seats)):
        for seat in state.acts:
            legal = RULESET.legal_moves(state, seat)
            assert usual(state, seat, WEIGHTS[2]) in legal
            picked = pick(state, seat, LooseDraw(number), WEIGHTS[2])
            assert picked in legal
            assert pick(state, seat, LooseDraw(number), WEIGHTS[2]) == picked


@pytest.mark.parametrize(
    "state", [table(hands="RP"), dividing("RCLP"), new_game(1, 3)], ids=["build", "divide", "keep"]
)
def test_every_move_is_picked_some_day(state):
    legal = RULESET.legal_moves(state, 0)
    draw = LooseDraw(3)
    picked = [pick(state, 0, draw, WEIGHTS[2]) for _ in range(100 * len(legal))]
    assert {*picked} == {*legal}
    assert picked.count(usual(state, 0, WEIGHTS[2])) > len(picked) / 2


def test_the_usual_chooser_does_not_look_under_what_lies_face_down():
    random = Random(1)
    for seed in range(20):
        state = new_game(2, seed)
        divider = state.piles.divider
        laid = RULESET.apply(state, divider, random.choice(RULESET.legal_moves(state, divider))).state
        chooser = laid.chooser
        assert usual(laid, chooser, WEIGHTS[2]) == usual(BRAIN.conceal(laid, chooser), chooser, WEIGHTS[2])


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_moves_again_as_it_did(level):
    state = developing(city("L R . R", ". H P P", ". I . ."), city("H"), round=9, deck="RCLP")
    (seat,) = state.acts
    concealed = BRAIN.conceal(state, seat)
    first, again = (Search(RULESET, 2, plan_of(RULESET, level), 5).choose(concealed, seat) for _ in range(2))
    assert first == again


def test_rounds_begin_quiet():
    quiet = [state for state in positions(2) if BRAIN.is_quiet(state)]
    assert len(quiet) == 10 * GAMES // 2
