"""The worked examples E24 and E26 to E32, with their figures: dividing, the redraw, the score, solo."""

from games.rules.card_city.cities.city import counted, limit, size, with_coins
from games.rules.card_city.scoring import city_points, coins_left, places
from games.rules.card_city.setup import setup
from games.rules.card_city.state import Options, Phase, Piles
from tests.rules.card_city.build import (
    RULESET,
    ScriptedDraw,
    cards,
    city,
    dividing,
    hand_of,
    letters,
    moves,
    new_game,
    play,
    played,
    step,
    table,
    told,
)


def _known(state, seat):
    return RULESET.view_for(state, seat).piles


def test_cc_e24_final_score_19():
    one = city("R R L R R", "L R H R L", "P C I C P", "R P I P R", "C . I . C", coins=36)
    assert (size(one), counted(one), limit(one)) == (23, 20, 20)
    assert (city_points(one), coins_left(one)) == (19, 1)


def test_cc_e26_ties():
    nineteen = city("R R L R R", "L R H R L", "P C I C P", "R P I P R", "C . I . C")
    a, b = with_coins(nineteen, 36), with_coins(nineteen, 38)
    c, d = with_coins(nineteen, 36), with_coins(nineteen, 34)
    state = table(a, b, c, d)
    assert RULESET.scores(state) == (19, 19, 19, 18)
    assert [coins_left(one) for one in state.cities] == [1, 3, 1, 4]
    assert places(state) == (2, 1, 2, 4)
    assert places(table(a, a, c, d)) == (1, 1, 1, 4)


def test_cc_e27_dividing_with_three_players():
    state = dividing("RCPICL", seats=3)
    state = play(state, "0 divide RC hide PI", "1 choose pair")
    assert (hand_of(state, 1), state.acts, letters(state.piles.hand)) == ("RC", {0}, "CLIP")
    state = play(state, "0 divide IP hide L")
    for seat in (1, 2, None):
        seen = _known(state, seat)
        assert (seen.pair, seen.up, seen.down, seen.down_count) == ("IP", "C", "", 1)
    done = step(state, 2, "choose rest")
    assert [event.cards for event in told(done, "Received")] == ["IP", "RC", "CL"]
    assert done.state.phase == "build"


def test_cc_e28_dividing_with_four_players():
    state = dividing("RRRIPCLP", seats=4)
    state = play(state, "0 divide RC hide RLP")
    assert letters(state.piles.up) == "RIP"
    state = play(state, "1 choose pair", "0 divide IP hide RP", "2 choose rest")
    assert (hand_of(state, 1), hand_of(state, 0)) == ("RC", "IP")
    assert (state.acts, state.piles.divider) == ({2}, 2)
    done = step(play(state, "2 divide RL hide P"), 3, "choose pair")
    assert [event.cards for event in told(done, "Received")] == ["IP", "RC", "RP", "RL"]


def test_cc_e29_dividing_with_two_players():
    state = play(dividing("RCIP"), "0 divide RC hide P")
    taken = step(state, 1, "choose pair")
    assert [event.cards for event in told(taken, "Received")] == ["IP", "RC"]
    other = step(state, 1, "choose rest")
    assert [event.cards for event in told(other, "Received")] == ["RC", "IP"]


def test_cc_e30_the_redraw_of_round_1():
    draw = ScriptedDraw("RLLP", "LC", "I")
    state = setup(2, Options(), draw)
    assert letters(state.piles.hand) == "RCIP"
    assert len(state.deck) == 36
    assert draw.labels == [("shuffle:deck", 40), ("shuffle:back", 38), ("shuffle:back", 37)]
    later = played(new_game(2, 3), lambda state: state.round == 1)
    assert "L" in letters(later.piles.hand + later.deck)


def test_cc_e32_solo_draft():
    alone = city("H")
    rest = {"round": 3, "acts": {0}, "deck": "CCCRRRPPPIIII", "piles": Piles(0, hand=cards("RPL"))}
    before = table(alone, phase=Phase.KEEP, **rest)
    assert moves(before) == ["keep RL", "keep RP", "keep LP"]
    state = play(before, "0 keep RL")
    assert len(state.deck) == 14
    assert letters(state.deck)[-1] == "P"
    assert hand_of(state, 0) == "RL"
    last = played(new_game(1, 4), lambda state: state.round < 10)
    assert (last.phase, len(last.deck)) == ("build", 0)
