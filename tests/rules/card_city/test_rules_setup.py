"""CC-1 to CC-19: the cards, the cells, the numbers of a city, the deal, the rounds."""

import pytest

from games.rules.card_city.cards import CODES, DECK_TYPES, TYPES, triangular
from games.rules.card_city.cities.city import FOUNDED, counted, limit, room, size, with_coins
from games.rules.card_city.cities.grid import districts, near, place_of
from games.rules.card_city.cities.growth import supporters
from games.rules.card_city.codec import dump
from games.rules.card_city.invariants import check_invariants
from games.rules.card_city.state import copies, supply_of
from tests.rules.card_city.build import (
    RULESET,
    ScriptedDraw,
    at,
    city,
    developing,
    grows,
    left,
    legal,
    letters,
    moves,
    new_game,
    places,
    play,
    played,
    step,
    supply,
    table,
    told,
)

SEATS = pytest.mark.parametrize("seats", RULESET.seats)


def test_cc_1_six_types_and_110_cards():
    box = {row.code: (row.box, row.cost, row.counts) for row in TYPES}
    assert box == {
        "R": (34, 0, True),
        "C": (24, 0, True),
        "L": (12, 5, True),
        "I": (20, 0, False),
        "P": (16, 0, True),
        "H": (4, 0, True),
    }
    assert sum(row.box for row in TYPES) == 110
    assert sum(TYPES[card].box for card in DECK_TYPES) == 106


def test_cc_2_groups():
    groups = {row.code: row.group for row in TYPES}
    assert [code for code in CODES if groups[code] == "developing"] == ["R", "C"]
    assert [code for code in CODES if groups[code] == "cultural"] == ["L", "H"]
    assert [code for code in CODES if groups[code] == "other"] == ["I", "P"]
    cultural = [TYPES[card].group for card in TYPES[0].growth.of]
    assert cultural == ["cultural", "cultural"]
    assert {row.code: row.name for row in TYPES}["H"] == "City Hall"


def test_cc_3_the_city_hall_is_at_0_0_and_y_grows_downwards():
    one = city("P .", "R H", ". C")
    where = {letter: places(one.cells[card]) for card, letter in enumerate(CODES)}
    assert where == {"H": {(0, 0)}, "P": {(-1, -1)}, "R": {(-1, 0)}, "C": {(0, 1)}, "L": set(), "I": set()}


def test_cc_4_adjacent_is_sharing_an_edge():
    (home,) = (cell for cell in range(200) if FOUNDED.taken >> cell & 1)
    assert places(near(1 << home)) == at("-1,0 0,-1 0,1 1,0")
    assert place_of(home) == (0, 0)


def test_cc_5_districts_are_connected_cards_of_one_type():
    one = city("R . R", "R H R", ". R C")
    assert sorted(group.bit_count() for group in districts(one.cells[0])) == [1, 2, 2]
    assert [group.bit_count() for group in districts(one.cells[1])] == [1]


def test_cc_6_the_numbers_of_a_city():
    one = city("I H R", "P C I", "P . .")
    assert (size(one), counted(one), limit(one), room(one)) == (7, 5, 15, 10)
    many = city("I I I I I", "P P H P P", "P P P P P", "P P P P P")
    assert (limit(many) - counted(many), room(many)) == (15, 5)


def test_cc_7_five_columns_and_five_rows():
    wide = city("P P H P P")
    assert {x for x, _ in places(wide.square)} == {-2, -1, 0, 1, 2}
    assert {y for _, y in places(wide.square)} == set(range(-4, 5))
    corner = city("H P", "P .", "I .", "I .", "I .")
    assert max(y for _, y in places(corner.square)) == 4
    assert (0, 5) not in places(corner.frontier)


def test_cc_8_every_card_goes_on_a_frontier_cell():
    state = table(FOUNDED, FOUNDED, hands="RP,CP")
    assert legal(FOUNDED, "P") == places(FOUNDED.frontier) == at("-1,0 0,-1 0,1 1,0")
    for plies in range(1, 5):
        state = play(state, f"{min(state.acts)} {moves(state, min(state.acts))[-1]}")
        assert all(len(districts(one.taken)) == 1 for one in state.cities), plies


def test_cc_9_triangular_numbers():
    assert list(map(triangular, range(1, 13))) == [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
    assert triangular(0) == 0


def test_cc_10_coins_are_public_and_never_negative():
    state = table(city("H", coins=4), FOUNDED, hands="LR,PP")
    assert [one.coins for one in RULESET.view_for(state, None).cities] == [4, 3]
    with pytest.raises(AssertionError):
        RULESET.invariants(table(with_coins(FOUNDED, -1), FOUNDED))


def test_cc_11_one_to_four_players_in_a_circle():
    assert RULESET.seats == (1, 2, 3, 4)
    state = table(*[FOUNDED] * 3, round=2)
    assert state.turn_order == (0, 1, 2)
    assert table(*[FOUNDED] * 3, round=2).chooser == 1


@SEATS
def test_cc_12_the_deck(seats):
    assert dict(zip(CODES, copies(seats), strict=False)) == {
        letter: seats * count for letter, count in {"R": 6, "I": 4, "P": 4, "C": 3, "L": 3}.items()
    }
    state = new_game(seats)
    assert len(state.deck) + len(state.piles.hand) == 20 * seats


@pytest.mark.parametrize(
    ("seats", "counts", "together"),
    [
        (1, {"R": 28, "C": 21, "I": 16, "L": 9, "P": 12}, 86),
        (2, {"R": 22, "C": 18, "I": 12, "L": 6, "P": 8}, 66),
        (3, {"R": 16, "C": 15, "I": 8, "L": 3, "P": 4}, 46),
        (4, {"R": 10, "C": 12, "I": 4, "L": 0, "P": 0}, 26),
    ],
)
def test_cc_13_the_supply(seats, counts, together):
    assert left(new_game(seats)) == counts
    assert sum(supply_of(seats)) == together
    assert dict(RULESET.view_for(new_game(seats), None).supply) == counts


@SEATS
def test_cc_14_the_start_of_a_city(seats):
    for one in new_game(seats).cities:
        assert (places(one.taken), one.coins) == ({(0, 0)}, 3)


def test_cc_15_a_random_seat_begins():
    first = {new_game(4, seed).deal.first for seed in range(40)}
    assert first == {0, 1, 2, 3}
    draw = ScriptedDraw()
    state = RULESET.setup(3, RULESET.options(), draw)
    assert state.start_player == state.deal.first
    assert state.acts == {state.start_player}


@SEATS
def test_cc_16_no_card_is_lost(seats):
    state = new_game(seats, 7)
    while state.acts:
        check_invariants(state)
        seat = min(state.acts)
        state = RULESET.apply(state, seat, RULESET.legal_moves(state, seat)[-1]).state
    check_invariants(state)
    with pytest.raises(ValueError, match="lost or doubled"):
        RULESET.load(dump(table(FOUNDED, FOUNDED, hands="RR,RR", deck="")))


def test_cc_17_an_empty_supply():
    ready = city(". L R", "H R .", coins=9)
    assert grows(ready)
    assert developing(ready, FOUNDED, supply=supply(R=0)).phase == "buy"
    assert developing(city("H R C R"), FOUNDED, supply=supply(C=0)).phase != "develop"
    assert developing(ready, FOUNDED, supply=supply(R=0, I=0)).round == 3
    back = table(
        city(". P .", "P H R", ". C ."), city(". L .", "H R .", coins=0), hands="R,R", supply=supply(R=0)
    )
    assert back.acts == {0, 1}


def test_cc_18_five_phases_and_barriers():
    state = table(city(". L", "H R", "I .", coins=4), city("H", coins=0), hands="P,PP")
    state = play(state, "0 build P -1 0")
    assert (state.phase, state.acts) == ("build", {1})
    state = play(state, "1 build P 1 0", "1 build P 0 1")
    assert (state.phase, state.acts) == ("develop", {0})
    done = step(state, 0, moves(state)[0])
    assert [event.coins for event in told(done, "IncomePaid")] == [1, 1]
    assert played(done.state, lambda state: state.round == 2).round == 3
    assert played(new_game(2)).round == 10


def test_cc_19_turn_order_begins_with_the_start_player():
    state = new_game(4, 2)
    first = state.deal.first
    assert state.turn_order == tuple((first + step) % 4 for step in range(4))
    later = played(state, lambda state: state.round == 1)
    assert later.turn_order[0] == (first + 1) % 4
    assert letters(later.piles.hand)
    assert supporters(city("H R"), 0, city("H R").cells[0]) == 1
