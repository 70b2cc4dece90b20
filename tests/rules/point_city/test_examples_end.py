"""The worked examples WE-20 to WE-28: scoring, solo, what is hidden, undo."""

import pytest

from games.rules.point_city.board import automa_slots
from games.rules.point_city.cards import BUILDINGS, CARDS, LEVELS, RESOURCES
from games.rules.point_city.play.automa import automa_turn
from games.rules.point_city.scoring import automa_points, city_points, printed_points, token_points
from games.rules.point_city.show.faces import ResourceFace
from games.rules.point_city.state import City
from games.rules.protocol import CHANCE
from tests.rules.point_city.build import (
    RULESET,
    city,
    flips,
    names,
    new_game,
    play,
    shown,
    table,
    to_move,
    tokens,
)

OTHER = city(cards="pc-start-2")
SCORED = city(
    "pc-008 pc-011 pc-066 pc-153 pc-130 pc-131 pc-018 pc-043 pc-049 pc-068 pc-014 pc-029 pc-075 "
    "pc-005 pc-095 pc-082 pc-020 pc-040",
    "start pc-155 pc-012 pc-010 pc-001",
    "ct-economy ct-pair-community-energy ct-type-3 ct-ingenuity",
)


def test_pc_we_20_the_rulebooks_48_points():
    assert printed_points(SCORED) == 24
    assert [token_points(token, SCORED) for token in SCORED.tokens] == [8, 6, 6, 4]
    assert city_points(SCORED) == 48


EVERY_TOKEN = {
    "ct-flat-5": 5,
    "ct-flat-7": 7,
    "ct-community": 8,
    "ct-economy": 4,
    "ct-energy": 0,
    "ct-ecology": 2,
    "ct-industry": 6,
    "ct-pair-community-industry": 9,
    "ct-pair-community-economy": 6,
    "ct-pair-energy-ecology": 0,
    "ct-pair-economy-ecology": 3,
    "ct-full-set": 0,
    "ct-type-2": 6,
    "ct-type-3": 6,
    "ct-promo-type-4": 4,
    "ct-missing-type": 4,
    "ct-ingenuity": 4,
    "ct-promo-unspent-cards": 4,
    "ct-promo-plain-buildings": 6,
    "ct-promo-civic-tokens": 10,
}


def _buildings(**wanted):
    """Return buildings of each type: so many without points, then so many with."""
    chosen = []
    for resource, (plain, pointed) in wanted.items():
        given = [n for n, b in enumerate(BUILDINGS) if b.permanent == RESOURCES.index(resource)]
        chosen += [n for n in given if not BUILDINGS[n].points][:plain]
        chosen += [n for n in given if BUILDINGS[n].points][:pointed]
    return " ".join(names(chosen))


@pytest.mark.parametrize(("name", "worth"), EVERY_TOKEN.items())
def test_pc_we_21_every_token_kind_on_one_city(name, worth):
    built = _buildings(community=(3, 1), economy=(1, 1), ecology=(0, 1), industry=(2, 1))
    others = "ct-flat-5 ct-flat-7 ct-community ct-energy"
    held = city(built, "start pc-155 pc-074 pc-010", f"{others} {name}")
    assert token_points(tokens(name)[0], held) == worth


@pytest.mark.parametrize(
    ("cards_of_a", "places"), [("pc-085 pc-089", [2, 1, 3]), ("pc-085 pc-089 start", [1, 1, 3])]
)
def test_pc_we_22_ties(cards_of_a, places):
    valued = {worth: [n for n, b in enumerate(BUILDINGS) if b.points == worth] for worth in (4, 5, 7)}
    forty_one = " ".join(names(valued[7][:3] + valued[5][:4]))
    thirty_eight = " ".join(names(valued[4][:7] + valued[5][:2]))
    cities = (city(forty_one, cards_of_a), city(forty_one, "pc-001 pc-002 pc-003"), city(thirty_eight))
    outcomes = RULESET.outcomes(table({}, *cities, over=True))
    assert [outcome.points for outcome in outcomes] == [41, 41, 38]
    assert [outcome.place for outcome in outcomes] == places


def test_pc_we_23_the_automas_walk():
    walk = [automa_slots(turn) for turn in range(1, 10)]
    assert walk == [(4, 8), (5, 9), (6, 10), (7, 11), (8, 12), (9, 13), (10, 14), (11, 15), (12, 0)]


def test_pc_we_24_the_automas_turn_wraps():
    state = table(
        {12: "pc-064/B", 0: "pc-010"},
        city(cards="start"),
        City(),
        seats=1,
        turn=18,
        deck="pc-094 pc-066",
        line="ct-flat-7 ct-energy ct-missing-type",
    )
    assert (to_move(state), automa_turn(state)) == (CHANCE, 9)
    after = play(state, "automa")
    automa = after.cities[1]
    assert (names(automa.buildings), names(automa.cards)) == (["pc-064"], ["pc-010"])
    assert (automa.tokens, after.line) == (tokens("ct-flat-7"), tokens("ct-energy ct-missing-type"))
    assert (shown(after, 0), shown(after, 12)) == ("pc-094/B", "pc-066/R")
    walk = RULESET.view_for(after, 0).automa
    assert (walk.column, walk.row) == (2, 4)


def test_pc_we_25_the_token_line_after_the_human_took_from_it():
    line = "ct-flat-5 ct-flat-7 ct-full-set ct-type-2 ct-type-3"
    hand = "pc-062 pc-063 pc-064 pc-050 pc-054 pc-061"
    market = {
        0: "pc-008/B", 1: "pc-001", 2: "pc-009/B", 3: "pc-002",
        4: "pc-003", 8: "pc-004", 5: "pc-011/B", 9: "pc-015/B",
    }  # fmt: skip
    state = table(market, city(cards=hand), City(), seats=1, line=line)
    state = play(state, "take 0 1 pay industry1 industry1 industry1 get ct-flat-5", "automa")
    state = play(state, "take 2 3 pay ecology1 ecology1 ecology1 get ct-full-set", "automa")
    assert state.cities[1].tokens == tokens("ct-flat-7 ct-type-2")
    assert state.line == tokens("ct-type-3")


@pytest.mark.parametrize(
    ("more", "points"),
    [
        ("", {"easy": 27, "normal": 31, "hard": 42}),
        (" pc-006 pc-007", {"easy": 29, "normal": 31, "hard": 42}),
    ],
)
def test_pc_we_26_the_automa_scores_on_three_levels(more, points):
    built = "pc-001 pc-028 pc-044 pc-003 pc-038 pc-014 pc-033 pc-083 pc-008 pc-065"
    basic = [card.id for card in CARDS if card.tier == 1 and card.id not in built + more][:21]
    held = city(built + more, " ".join([*basic, "pc-131", "pc-155", "pc-156"]), "ct-energy ct-ecology")
    assert {name: automa_points(held, level) for name, level in LEVELS.items()} == points


def test_pc_we_27_hidden_information():
    hidden = table({3: "pc-131"}, city(cards="pc-132"), city(cards="pc-133"), deck="pc-134", discard=(135,))
    face = RULESET.view_for(hidden, None).slots[3].face
    assert face == ResourceFace("ingenuity", 1, 3, face.ref, "ingenuity")
    told = repr([RULESET.view_for(hidden, seat) for seat in (None, 0, 1)])
    told += repr([RULESET.compose(hidden, 0, {"slot": ["3", "2"]}), RULESET.compose(hidden, 1, {})])
    assert not any(card.id in told for card in CARDS)
    assert not any(building.name in told for building in BUILDINGS)


def test_pc_we_27_two_games_share_no_reference():
    refs = []
    for seed in (1, 2):
        view = RULESET.view_for(new_game(seed=seed), None)
        refs.append({slot.face.ref for slot in view.slots} | {view.deck_top.ref})
    assert len(refs[0] | refs[1]) == 34


def test_pc_we_28_undo_keeps_the_flip():
    state = play(table({14: "pc-012", 15: "pc-027"}, city(cards="start pc-017"), OTHER), "flip 15")
    chosen = RULESET.compose(state, 0, {"slot": ["14", "15"], "pay": ["industry1 ingenuity"]})
    assert chosen.pair.payment.value == "industry1 ingenuity"
    assert not chosen.pair.payment.suggested
    cleared = RULESET.compose(state, 0, {})
    assert (cleared.slots, cleared.pair, cleared.notation) == ((), None, None)
    assert shown(state, 15) == "pc-027/B"
    assert RULESET.view_for(state, 0).flipped
    assert flips(state) == set()
