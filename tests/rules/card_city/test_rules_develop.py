"""CC-43 to CC-55: city development."""

from games.rules.card_city.cards import GROWING, TYPES
from games.rules.card_city.cities.city import FOUNDED, counted, limit, room
from games.rules.card_city.cities.grid import districts
from games.rules.card_city.cities.growth import is_ready, supporters
from games.rules.card_city.play.rounds import open_growths
from tests.rules.card_city.build import (
    RULESET,
    at,
    city,
    code,
    developing,
    grows,
    left,
    moves,
    new_game,
    play,
    step,
    supply,
    table,
    told,
)

READY = city(". L R", "H R .", coins=0)
POOR = city("H", coins=0)


def _districts(one, letter="R"):
    card = "RC".index(letter)
    return [(group.bit_count(), supporters(one, card, group)) for group in districts(one.cells[card])]


def test_cc_43_a_card_of_the_supply_free_of_charge():
    state = developing(READY, POOR)
    done = step(state, 0, "develop R 2 0")
    assert left(done.state)["R"] == left(state)["R"] - 1
    assert done.state.cities[0].coins == 1
    assert [TYPES[card].code for card in GROWING] == ["R", "C"]
    assert grows(city(". P I", "L H P", "L I I")) == {}


def test_cc_44_residential_needs_one_cultural_card_more_than_its_size():
    assert _districts(city("H R")) == [(1, 1)]
    assert _districts(city("H R L")) == [(1, 2)]
    assert grows(city("H R")) == {}
    assert grows(city("H R L")) == {"R": at("1,-1 1,1")}
    assert _districts(city("R L", "R H")) == [(2, 2)]
    assert _districts(city(". L", "H R", ". L")) == [(1, 3)]
    both = city("R H R", ". L .")
    assert sorted(_districts(both)) == [(1, 1), (1, 1)]
    assert sorted(_districts(city("R H R", "L I L"))) == [(1, 2), (1, 2)]


def test_cc_45_commercial_needs_one_residential_district_more_than_its_size():
    assert _districts(city("H R C R"), "C") == [(1, 2)]
    one = city("H C R", ". R R")
    assert _districts(one, "C") == [(1, 1)]
    shared = city("R C R", "H I C", ". . R")
    assert sorted(_districts(shared, "C")) == [(1, 2), (1, 2)]
    assert not is_ready(one, 1, districts(one.cells[1])[0])


def test_cc_46_the_card_goes_beside_its_district():
    state = developing(city("H R C R", coins=0), POOR)
    assert set(moves(state)) == {"develop C 2 -1", "develop C 2 1"}
    assert code(state, 0, "develop R 1 1") == "no_ready_district"
    assert code(state, 0, "develop C 0 1") == "no_ready_district"
    assert code(state, 0, "develop P 2 1") == "no_ready_district"


def test_cc_47_square_limit_iron_rule_and_supply_hold():
    assert grows(city(". . . . L", "P P P H R", "I . . . P")) == {}
    at_limit = city("P L R", "H R .")
    assert counted(at_limit) == limit(at_limit) == 5
    assert grows(at_limit) == {}
    assert grows(city(". L .", "H R .", "P . I", "P P P")) == {}
    assert "1 1" not in " ".join(grows(READY))
    state = developing(READY, POOR)
    assert code(table(READY, POOR, hands="R,"), 0, "build R 2 0") == "residential_beside_residential"
    assert "develop R 2 0" in moves(state)
    mixed = developing(city("P R C R", "I H L R", coins=0), POOR, supply=supply(C=0))
    assert mixed.phase != "develop" or not [text for text in moves(mixed) if " C " in text]


def test_cc_48_districts_join():
    done = step(developing(READY, POOR), 0, "develop R 2 0")
    assert [event.size for event in told(done, "Developed")] == [3]
    assert _districts(done.state.cities[0]) == [(3, 2)]


def test_cc_49_one_ready_district_is_enough():
    assert [is_ready(READY, 0, group) for group in districts(READY.cells[0])] == [False, True]
    state = developing(READY, POOR)
    assert moves(state).count("develop R 2 0") == 1
    assert set(moves(state)) == {"develop R 2 0", "develop R 1 1"}


def test_cc_50_developing_is_a_duty_until_nothing_is_left():
    state = developing(city(". . L", "I H R", ". . L", coins=0), POOR)
    assert code(state, 0, "pass") == "wrong_phase"
    state = play(state, "0 develop R 2 0")
    assert state.acts == {0}
    assert play(state, "0 develop R 3 0").phase != "develop"


def test_cc_51_a_district_that_cannot_is_tried_again():
    one = city("P L R", "H R .", coins=0)
    assert grows(one) == {}
    state = play(table(one, POOR, hands="I,"), "0 build I -1 0")
    assert (state.phase, set(moves(state))) == ("develop", {"develop R 2 0", "develop R 1 1"})


def test_cc_52_development_ends():
    longest = 0
    for seed in range(60):
        state, run = new_game(2, seed), 0
        while state.acts:
            seat = min(state.acts)
            run = run + 1 if state.phase == "develop" else 0
            longest = max(longest, run)
            state = RULESET.apply(state, seat, RULESET.legal_moves(state, seat)[-1]).state
        assert all(one.taken.bit_count() <= 25 for one in state.cities)
    assert 1 < longest < 25


def test_cc_53_only_the_own_city_changes():
    state = developing(READY, READY)
    after = play(state, "1 develop R 2 0")
    assert after.cities[0] == state.cities[0]
    assert after.cities[1] != state.cities[1]


def test_cc_54_all_at_once_while_the_supply_lasts():
    state = developing(READY, READY)
    assert state.acts == {0, 1}
    assert play(state, "0 develop R 2 0", "1 develop R 1 1") == play(
        state, "1 develop R 1 1", "0 develop R 2 0"
    )
    assert room(READY) == 1
    short = developing(READY, READY, supply=supply(R=1))
    assert short.acts == {0}
    assert code(short, 1, "develop R 2 0") == "wait_for_earlier_players"
    enough = developing(READY, READY, supply=supply(R=2))
    assert enough.acts == {0, 1}


def test_cc_54_the_other_type_need_not_wait():
    both = city("I L . .", "H R C R", coins=0)
    assert set(grows(both)) == {"R", "C"}
    state = developing(both, both, supply=supply(R=1))
    assert set(open_growths(state, 0)) == {0, 1}
    assert set(open_growths(state, 1)) == {1}
    assert {text.split()[1] for text in moves(state, 1)} == {"C"}
    assert code(state, 1, "develop R 1 1") == "wait_for_earlier_players"


def test_cc_55_the_phase_ends_when_nobody_is_unfinished():
    assert developing(POOR, POOR).round == 3
    state = play(developing(READY, FOUNDED), "0 develop R 2 0")
    assert state.phase == "divide"
