"""KM-19 to KM-26: the piles, what can be built at all, and what all have seen."""

from dataclasses import replace

import pytest

from games.rules.records import renewed
from tests.rules.karciane_miasto.build import RULESET, kinds, moves, on_map, play, position, refused, step

WORKSHOPS = {(0, 0): "D121:2"}


def public_text(done):
    """Return what the log tells everybody of a step."""
    return " ".join(repr(event) for event in done.events if event.only_for is None)


def test_km_19_top_and_bottom_of_a_pile():
    state = position(map=WORKSHOPS, piles={"base": "D101 D111", "commercial": "D211 D216 D214"})
    failed = play(state, "build", "take commercial", "abandon")
    assert failed.piles.commercial == ("D211", "D216", "D214")
    swapped = play(position(map=WORKSHOPS, support=["1/0/0"], piles={"commercial": "D211 D216 D214"}), SWAP)
    assert swapped.piles.commercial == ("D216", "D214", "D211")


SWAP = "swap commercial citizens"


def test_km_19_a_card_goes_back_to_the_pile_it_is_of():
    city = {(0, 0): "D101:1", (1, 0): "D111:2", (0, 1): "D121:2"}
    piles = {"base": "T101", "residential": "D201 D203"}
    state = play(position(map=city, piles=piles), "build", "take residential", "place expand 0,0")
    assert play(state, "pay 1,0*1 0,1*1").piles.base == ("T101", "D101")


def test_km_20_what_could_be_paid_does_not_matter():
    state = play(position(map=WORKSHOPS, piles={"commercial": "D312 D211"}), "build")
    assert "commercial" in kinds(state, "take")
    assert state.piles.commercial[0] == "D312"


def test_km_20_whether_a_vote_could_be_won_does_not_matter():
    state = position(map=WORKSHOPS, piles={"public": "D332 D231"}, support=["0/0/0", "5/5/5"])
    assert play(state, "build").piles.public[0] == "D332"


def test_km_20_a_prohibition_for_the_active_player_matters():
    state = play(position(map=WORKSHOPS, piles={"public": "D332 D231"}, zones=["", "G05"]), "build")
    assert state.piles.public == ("D231", "D332")


def test_km_20_a_mode_the_build_text_does_not_allow_is_no_placement():
    state = play(position(map=WORKSHOPS, piles={"public": "D232 D231"}), "build")
    assert state.piles.public == ("D231", "D232")


def test_km_20_a_terrain_is_always_possible():
    state = play(position(map=WORKSHOPS, piles={"base": "T104"}), "build", "take base")
    assert kinds(state, "place")


def test_km_21_a_swap_checks_the_pile():
    state = position(map=WORKSHOPS, support=["1/0/0"], piles={"commercial": "D211 D311 D216"})
    assert play(state, SWAP).piles.commercial == ("D216", "D211", "D311")


def test_km_21_a_refresh_checks_the_pile():
    state = position(map=WORKSHOPS, zones=["O01"], piles={"commercial": "D211 D311 D216"})
    use = next(move for move in moves(state) if move.startswith("use #"))
    assert play(state, use, "pile commercial").piles.commercial == ("D216", "D211", "D311")


@pytest.mark.parametrize(
    ("version", "told"),
    [
        (3, ["Swapped", "CardRevealed", "Cycled", "CardRevealed"]),
        (2, ["CardRevealed", "Cycled", "CardRevealed", "Swapped"]),
    ],
)
def test_km_47_the_log_tells_a_swap_before_what_it_turns_up(version, told):
    """Under version 2 it told so afterwards, and the logs of those games stay as they are."""
    piles = {"commercial": "D211 D311 D216"}
    for before, move in (
        (position(map=WORKSHOPS, support=["1/0/0"], piles=piles), SWAP),
        (position(map=WORKSHOPS, zones=["O01"], piles=piles), "pile commercial"),
    ):
        state = renewed(before, deal=replace(before.deal, version=version))
        if move != SWAP:
            state = play(state, next(each for each in moves(state) if each.startswith("use #")))
        names = [type(event).__name__ for event in step(state, move).events]
        assert [name for name in names if name in told] == told


def test_km_21_the_beginning_of_a_build_checks_all_type_piles():
    piles = {"residential": "D301 D201", "commercial": "D311 D211", "public": "D232 D231"}
    state = play(position(map=WORKSHOPS, piles=piles), "build")
    tops = (state.piles.residential[0], state.piles.commercial[0], state.piles.public[0])
    assert tops == ("D201", "D211", "D231")


def test_km_21_the_face_down_pile_is_checked_when_it_is_chosen():
    state = play(position(map=WORKSHOPS, piles={"base": "D113 D101"}), "build")
    assert state.piles.base == ("D113", "D101")
    assert play(state, "take base").build.card == "D101"


def test_km_21_after_a_build_the_next_card_is_only_turned_up():
    state = position(map=WORKSHOPS | {(1, 0): "D101:2"}, piles={"commercial": "D211 D311 D216"})
    built = play(state, "build", "take commercial", "place create 0,1", "pay 0,0*1 1,0*1")
    assert built.piles.commercial == ("D311", "D216")
    pile = next(one for one in RULESET.view_for(built, None).piles if one.pile == "commercial")
    assert (pile.top, pile.impossible) == ("D311", True)


def test_km_22_a_pile_without_a_possible_card_is_back_in_order_and_blocked():
    state = play(position(map=WORKSHOPS, piles={"base": "T101", "commercial": "D311 D313 D311"}), "build")
    assert state.piles.commercial == ("D311", "D313", "D311")
    assert kinds(state, "take") == ["base"]
    assert refused(state, "take commercial").rule in {"KM-22", "KM-50"}


def test_km_22_a_face_down_pile_without_a_possible_card_ends_the_build():
    piles = {"base": "D113 D113", "commercial": "D211 D216"}
    state = play(position(map=WORKSHOPS, piles=piles), "build", "take base")
    assert (state.build, state.question.kind, state.piles.base) == (None, "main", ("D113", "D113"))
    assert "build" not in moves(state)


def test_km_23_cycled_cards_are_told_to_all():
    state = position(map=WORKSHOPS, piles={"base": "D113 D101", "commercial": "D311 D211"})
    build = step(state, "build")
    assert "D311" in public_text(build)
    assert "D113" in public_text(step(build.state, "take base"))


def test_km_24_a_covered_district_goes_to_the_bottom_of_the_pile_of_its_type():
    city = {(0, 0): "D201:1", (1, 0): "D111:2", (2, 0): "D121:2"}
    state = position(map=city, piles={"residential": "D301 D202 D203"})
    built = play(state, "build", "take residential", "place expand 0,0", "pay 1,0*2 2,0*2")
    assert on_map(built)[(0, 0)].startswith("D301")
    assert built.piles.residential == ("D202", "D203", "D201")


def test_km_24_a_destroyed_district_goes_to_the_bottom_of_its_pile():
    state = position(
        map={(0, 0): "D101:2", (1, 0): "D111"},
        hands=["S06"],
        support=["1/0/0"],
        piles={"base": "T101 T102"},
    )
    gone = play(state, "play S06", "target 0,0")
    assert (on_map(gone), gone.piles.base) == ({(1, 0): "D111"}, ("T101", "T102", "D101"))


def test_km_25_an_empty_pile_offers_nothing():
    state = position(map=WORKSHOPS, support=["1/0/0"], zones=["O01"], piles={"commercial": "D211 D216"})
    assert {move.split()[0] for move in kinds(state, "swap")} == {"commercial"}
    assert kinds(play(state, "build", "pass"), "take") == ["commercial"]


def test_km_25_a_pile_with_one_card_can_be_built_from_but_not_changed():
    piles = {"commercial": "D211 D216", "industrial": "D223"}
    state = position(map=WORKSHOPS, support=["1/0/0"], zones=["O01"], piles=piles)
    assert {move.split()[0] for move in kinds(state, "swap")} == {"commercial"}
    assert refused(state, "swap industrial citizens").rule == "KM-25"
    use = next(move for move in moves(state) if move.startswith("use #"))
    assert kinds(play(state, use), "pile") == ["commercial"]
    assert kinds(play(state, "build", "pass"), "take") == ["commercial", "industrial"]


def _known(state):
    return RULESET.view_for(state, None).piles[0].top


def test_km_26_everybody_knows_a_card_that_came_back():
    state = position(map=WORKSHOPS, piles={"base": "D101 D111"})
    assert _known(state) is None
    back = play(state, "build", "take base", "abandon")
    assert (_known(back), back.piles.base) == ("D101", ("D101", "D111"))


def test_km_26_until_it_is_taken():
    state = position(map=WORKSHOPS, piles={"base": "D101 D111 T101"}, known=True)
    built = play(state, "build", "take base", "place create 1,0")
    assert (_known(built), built.piles.base) == (None, ("D111", "T101"))


def test_km_26_or_cycled():
    state = position(map=WORKSHOPS, piles={"base": "D113 D111 T101"}, known=True)
    assert _known(state) == "D113"
    built = play(state, "build", "take base", "place create 1,0")
    assert (_known(built), built.piles.base) == (None, ("T101", "D113"))
