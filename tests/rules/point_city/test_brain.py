"""What the player of Point City weighs, and its moves at first sight."""

from random import Random

import pytest

from games.bots.levels import LEVELS, plan_of
from games.bots.playouts import LooseDraw
from games.bots.search import Search
from games.rules.brains import worth
from games.rules.point_city.bot import glance
from games.rules.point_city.bot.assessing import PARTS, turns_left
from games.rules.point_city.bot.hopes import Hopes, sketch
from games.rules.point_city.scoring import printed_points
from tests.rules.point_city.build import RULESET, city, playout, table, to_move
from tests.thorough import SEED, THOROUGH

BRAIN = RULESET.brain
GAMES = 40 if THOROUGH else 2
LAST = 34
every_table = pytest.mark.parametrize("seats", RULESET.seats)


def _decisions(seats):
    """Return the positions of random games in which a seat is to act."""
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        yield from [ply.before for ply in playout(seats, seed) if ply.seat >= 0]


@every_table
def test_the_parts_begin_with_the_points(seats):
    for state in _decisions(seats):
        assert tuple(row[0] for row in BRAIN.assess(state)) == RULESET.scores(state)


@every_table
def test_when_the_game_is_over_points_are_all_that_counts(seats):
    end = playout(seats, SEED)[-1].after
    assert all(not any(row[2:]) for row in BRAIN.assess(end))


@every_table
def test_looking_a_city_up_gives_what_its_parts_add_up_to(seats):
    random = Random(SEED)
    weights = tuple(random.uniform(-3, 3) for _ in PARTS)
    weights = (1.0, 0.0, *weights[2:])
    hopes = [Hopes(weights, left) for left in range(18)]
    for state in _decisions(seats):
        values = worth(BRAIN, state, weights)
        for seat in range(seats):
            each, left = state.cities[seat], turns_left(state, seat)
            looked_up = printed_points(each) + hopes[left].worth(sketch(each), each.tokens)
            assert looked_up == pytest.approx(values[seat])


@every_table
def test_how_often_a_seat_still_moves(seats):
    plies = [ply for ply in playout(seats, SEED) if ply.move.kind != "flip"]
    for seat in range(seats):
        own = [ply.before for ply in plies if ply.seat == seat]
        assert [turns_left(state, seat) for state in own] == list(range(17, 17 - len(own), -1))
        assert turns_left(plies[-1].after, seat) == 0


@every_table
def test_a_move_at_first_sight_is_legal_and_follows_from_what_is_seen(seats):
    for number, state in enumerate(_decisions(seats)):
        seat, draw = to_move(state), LooseDraw(number)
        move = BRAIN.reply(state, seat, draw, BRAIN.weights_for(seats))
        assert move in RULESET.legal_moves(state, seat)
        other = BRAIN.imagine(BRAIN.conceal(state, seat), seat, draw)
        assert BRAIN.reply(other, seat, draw, BRAIN.weights_for(seats)) == move


def test_the_deck_is_worth_what_its_second_card_may_be():
    sorts = [sort for sort, _ in glance._UNSEEN[3]]
    assert len(sorts) == 6
    assert sum(share for _, share in glance._UNSEEN[3]) == pytest.approx(1)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_moves_the_same(level):
    state = playout(2, 3)[24].before
    seat = to_move(state)
    concealed = BRAIN.conceal(state, seat)
    chosen = {Search(RULESET, 2, plan_of(RULESET, level), 7).choose(concealed, seat) for _ in range(2)}
    assert len(chosen) == 1


def test_an_apprentice_takes_a_win_on_the_table():
    rich = " ".join(
        f"pc-{number:03d}" for number in (20, 24, 27, 40, 3, 18, 19, 22, 1, 2, 5, 6, 10, 13, 14, 21)
    )
    state = table({15: "pc-130/B"}, city(rich + " pc-056"), city(rich), turn=LAST, flipped=True)
    search = Search(RULESET, 2, plan_of(RULESET, 1), 1)
    concealed = BRAIN.conceal(state, 1)
    assert all("15" in str(search.choose(concealed, 1)) for _ in range(40))
