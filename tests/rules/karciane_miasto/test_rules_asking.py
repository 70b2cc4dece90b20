"""KM-83: the settings of a player decide who is asked, and they change at any time."""

import pytest

from games.rules.karciane_miasto.settings import Wishes
from games.rules.protocol import RulesError
from tests.rules.karciane_miasto.build import RULESET, asked, kinds, moves, play, position, ref, refused, step

NEVER = Wishes(asks=("when_legal", "when_legal", "never", "when_legal"))
ALWAYS = Wishes(asks=("when_legal", "when_legal", "always", "when_legal"))


def fair(*, hands="K07", seats=2, mine="S03 S03", **rest):
    """Return a Main phase in which the next player could respond to two Town Fairs."""
    return position(seats=seats, hands=[mine, hands, hands], support=["5/5/5"], **rest)


def aside(state, seat):
    return [str(move) for move in RULESET.aside(state, seat)]


def test_km_83_players_without_a_legal_response_are_skipped():
    assert asked(play(fair(hands="K08"), "play S03")) == 0


def test_km_83_when_legal_asks_whoever_has_a_response():
    assert asked(play(fair(), "play S03")) == 1


def test_km_83_never_does_not_ask():
    assert asked(play(fair(wishes=[Wishes(), NEVER]), "play S03")) == 0


def test_km_83_always_asks_without_a_response_and_for_a_moment_only():
    state = play(fair(hands="K08", wishes=[Wishes(), ALWAYS]), "play S03")
    assert (asked(state), kinds(state, "respond")) == (1, [])
    assert RULESET.clocks.kind_of(state, 1) == "moment"
    assert {*RULESET.clocks.seconds["moment"].values()} == {3}
    assert str(RULESET.default_move(state, 1)) == "pass"


def test_km_83_always_with_a_response_is_a_response():
    state = play(fair(wishes=[Wishes(), ALWAYS]), "play S03")
    assert RULESET.clocks.kind_of(state, 1) == "response"


def test_km_83_each_window_has_its_own_setting():
    city = {(0, 0): "D101:2", (1, 0): "D111:2"}
    state = position(
        map=city, hands=["", "K08 K03"], piles={"industrial": "D223 D225"}, wishes=[ALWAYS, NEVER]
    )
    assert asked(play(state, "build")) == 1
    assert asked(play(state, "build", "pass", "take industrial", "place create 0,1", "pay 0,0*1 1,0*1")) == 1


def test_km_83_every_prompt_offers_three_ways_to_pass():
    assert kinds(play(fair(), "play S03"), "pass") == ["", "turn", "round"]


def test_km_83_until_the_end_of_this_turn():
    state = play(fair(seats=3), "play S03", "1: pass turn", "2: pass", "play S03")
    assert asked(state) == 2
    theirs = fair(seats=3, mine="S03", decks=["", "", ""])
    later = play(theirs, "play S03", "1: pass turn", "2: pass turn", "end")
    assert [player.wishes.quiet for player in later.players] == ["", "", ""]


def test_km_83_until_the_own_next_turn():
    state = play(fair(seats=3), "play S03", "1: pass round", "2: pass round", "play S03")
    assert asked(state) == 0
    next_turn = play(state, "end")
    assert [player.wishes.quiet for player in next_turn.players] == ["", "", "round"]


def test_km_83_asking_again_ends_it():
    quiet = play(fair(), "play S03", "pass round")
    again = step(quiet, "ask again", 1).state
    assert asked(play(again, "play S03")) == 1


def test_km_83_a_muted_card_is_never_offered():
    state = step(fair(), "mute K07", 1).state
    assert asked(play(state, "play S03")) == 0
    assert asked(play(step(state, "unmute K07", 1).state, "play S03")) == 1


def test_km_83_a_muted_official_is_never_offered():
    city = {(0, 0): "D101:2", (1, 0): "D111:2"}
    state = position(map=city, zones=["", "O06"], hands=["", "K08"], piles={"industrial": "D223"})
    muted = step(state, "mute O06", 1).state
    paid = play(muted, "build", "take industrial", "place create 0,1", "pay 0,0*1 1,0*1")
    assert kinds(paid, "respond") == ["K08"]
    assert refused(paid, f"respond {ref(muted, 1, 'O06')} 0").rule == "KM-83"


@pytest.mark.parametrize(
    "text", ["ask event_play never", "ask vote always", "ask build_pay never", "auto_order off", "mute K07"]
)
def test_km_83_changed_at_any_time_by_anybody_and_known_to_nobody(text):
    before = fair(seats=3)
    for state in (before, play(before, "play S03"), play(before, "end")):
        for seat in (1, 2):
            changed = step(state, text, seat)
            assert RULESET.to_act(changed.state) - {seat} == RULESET.to_act(state) - {seat}
            assert RULESET.view_for(changed.state, seat).wishes != RULESET.view_for(state, seat).wishes
            assert all(event.only_for == seat for event in changed.events)
    assert RULESET.parse_move(text).secret


def test_km_83_another_seat_sees_nothing_of_it():
    state = fair()
    changed = step(state, "ask event_play never", 1).state
    assert RULESET.view_for(changed, 0) == RULESET.view_for(state, 0)
    assert RULESET.view_for(changed, None) == RULESET.view_for(state, None)


def test_km_83_cards_that_can_respond_can_be_muted():
    state = position(hands=["", "K07 S03 V01"], zones=["", "O03 G01"])
    assert {"mute K07", "mute V01", "mute O03"} <= {*aside(state, 1)}
    assert {"mute S03", "mute G01"}.isdisjoint(aside(state, 1))
    for forged in ("mute S03", "mute G01", "unmute K07"):
        with pytest.raises(RulesError):
            step(state, forged, 1)


def test_km_83_settings_are_no_legal_moves_of_the_game():
    assert not {*aside(fair(), 0)} & {*moves(fair())}
    assert {"ask vote never", "ask vote always", "auto_order off"} <= {*aside(fair(), 1)}
    assert "ask vote when_legal" not in aside(fair(), 1)


def test_km_83_all_of_it_ends_with_the_game():
    over = play(position(support=["5/0/0"], vp=[19]), "exchange citizens")
    assert (aside(over, 0), aside(over, 1)) == ([], [])
    with pytest.raises(RulesError):
        step(over, "ask vote never", 1)
