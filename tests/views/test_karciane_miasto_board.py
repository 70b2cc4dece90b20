"""The board of Karciane Miasto: what its parts tell of a position, and how little a change of it sends."""

import re
from typing import NamedTuple

from games import parts
from games.parts import changes
from games.rules.karciane_miasto.show.grid import rows_of
from tests.rules.karciane_miasto.build import RULESET, play, position

CITY = {(0, 0): "D101:1", (1, 0): "D111:2", (0, -1): "T101"}


class Spot(NamedTuple):
    """What the draft says of something that can be pressed."""

    ref: str
    mode: str
    field: str
    value: str
    selected: bool = False
    count: int = 0


def part(name, spots=(), **values):
    """Return a part of the board, its ids and classes left as they are."""
    return parts.part(f"games/karciane_miasto/{name}.html", id=name, spots=spots, **values)


def city_of(view, spots=()):
    return part("map", spots, rows=view.rows)


def text_of(found):
    """Return what a reader hears."""
    return " ".join(re.sub(r"<[^>]*>", " ", found.html()).split())


def view_of(state, seat=0):
    return RULESET.view_for(state, seat)


def test_km_13_every_card_on_the_map_is_named_with_its_cell_and_its_goods():
    said = text_of(city_of(view_of(position(CITY))))
    assert "Detached Houses (0, 0) 1 1 Resident" in said
    assert "Marketplace (1, 0) 2 2 Services" in said
    assert "Forest (0, −1)" in said


def test_km_13_a_free_cell_lies_on_every_side_of_the_map():
    rows = view_of(position(CITY)).rows
    assert [row.y for row in rows] == [-2, -1, 0, 1]
    assert {tuple(cell.x for cell in row.cells) for row in rows} == {(-1, 0, 1, 2)}
    assert [cell.ref for row in rows for cell in row.cells if cell.lot] == ["0,-1", "0,0", "1,0"]


def test_km_12_the_empty_map_has_a_cell_to_begin_with():
    rows = rows_of((), view_of(position()).bounds, None)
    assert "0,0" in [cell.ref for row in rows for cell in row.cells]


def test_km_60_the_intended_payment_and_the_place_of_the_build_are_marked():
    state = position({(0, 0): "D101:1", (1, 0): "D111:1"}, piles={"industrial": "D223", "base": "D101"})
    chosen = play(state, "build", "take industrial", "place create 0,-1")
    said = text_of(city_of(view_of(chosen)))
    assert "Food Plant is about to be built here" in said


def test_a_card_that_stands_is_no_longer_about_to_be_built():
    state = position({(0, 0): "D121:1", (1, 0): "D205:1"}, piles={"base": "D112 D101"})
    built = play(state, "build", "take base", "place create 0,1")
    assert view_of(built).build is not None
    said = text_of(city_of(view_of(built)))
    assert "Corner Shops (0, 1)" in said
    assert "about to be built" not in said


def test_goods_that_change_send_little_more_than_their_number():
    old, new = (city_of(view_of(position({**CITY, (1, 0): goods}))) for goods in ("D111:2", "D111:3"))
    sent = changes(old, new)
    assert sent.startswith('<span id="stock-1-0"')
    assert len(sent) < 250


def test_a_card_at_the_edge_is_added_to_the_map_and_nothing_else_is_sent_again():
    old, new = (city_of(view_of(position(CITY | more))) for more in ({}, {(2, 0): "D121:1"}))
    sent = changes(old, new)
    assert "Workshops" in sent
    assert "Marketplace" not in sent


def test_what_can_be_pressed_is_a_button_of_the_draft_that_names_the_cell():
    spot = Spot(ref="1,0", mode="rebuild", field="place", value="rebuild 1,0")
    view = view_of(position(CITY))
    old, new = city_of(view), city_of(view, (spot,))
    sent = changes(old, new)
    assert 'form="draft" name="place" value="rebuild 1,0"' in sent
    assert "Rebuild: (1, 0)" in sent
    assert 'value="D111"' not in sent


def test_the_cursor_stands_on_the_place_of_a_build_and_hears_where_it_is_and_what_is_built():
    state = position({(0, 0): "D101:1", (1, 0): "D111:1"}, piles={"industrial": "D223"})
    placed = view_of(play(state, "build", "take industrial", "place create 0,-1"))
    shown = city_of(placed).html()
    assert '<div id="c-0--1" role="gridcell" tabindex="-1">' in shown
    assert "Food Plant is about to be built here (0, −1)" in text_of(city_of(placed))
    assert '<div id="c-0-0" role="gridcell">' in shown


def test_a_rebuild_under_way_is_told_with_the_card_that_lies_there():
    state = position({(0, 0): "D101:2", (1, 0): "D111:2"}, piles={"public": "D235"})
    placed = view_of(play(state, "build", "take public", "place rebuild 0,0"))
    shown = city_of(placed).html()
    assert 'form="cards" name="card" value="D101" aria-describedby="site-0-0"' in shown
    assert '<span id="site-0-0" class="site"' in shown
    pay = Spot(ref="0,0", mode="pay", field="add", value="0,0")
    assert 'aria-describedby="lot-0-0 site-0-0"' in city_of(placed, (pay,)).html()


def test_what_can_be_pressed_on_a_card_is_described_by_it_and_tells_what_was_taken():
    view = view_of(position(CITY))
    none, one = (Spot(ref="1,0", mode="pay", field="add", value="1,0", count=n) for n in (0, 1))
    old, new = city_of(view, (none,)), city_of(view, (one,))
    assert 'aria-label="Pay with a good from here: (1, 0)" aria-describedby="lot-1-0"' in old.html()
    assert '<button id="lot-1-0" class="lot"' in old.html()
    sent = changes(old, new)
    assert (
        'aria-label="Pay with a good from here: (1, 0) −1 intended payment" aria-describedby="lot-1-0"'
        in sent
    )
    assert 'value="D111"' not in sent


def test_what_can_be_pressed_on_a_free_cell_has_nothing_else_to_tell():
    spot = Spot(ref="2,0", mode="create", field="place", value="create 2,0")
    assert "aria-describedby" not in city_of(view_of(position(CITY)), (spot,)).html()


def test_km_37_a_card_that_cannot_be_played_says_why_by_its_rule_in_the_own_main_phase_alone():
    view = view_of(position(CITY, hands=["K01 S06"]))
    shown = part("hand_cards", cards=view.hand, asks="main")
    assert "#KM-36" in shown.html()
    idle = part("hand_cards", cards=view.hand, asks="nothing")
    assert "#KM-" not in idle.html()


def test_two_copies_in_a_hand_keep_their_elements_when_one_is_played():
    two, one = (view_of(position(CITY, hands=[hand])) for hand in ("K01 L01 K01", "L01 K01"))
    old, new = (part("hand_cards", cards=view.hand, asks="nothing") for view in (two, one))
    assert old.ids == ("hand-K01-0", "hand-L01-0", "hand-K01-1")
    assert set(new.ids) < set(old.ids)


def test_km_18_an_index_tells_the_cards_that_make_it():
    view = view_of(position({(0, 0): "D133", (1, 0): "D123:1"}))
    said = text_of(part("indices", indices=view.indices))
    assert "Pollution: 0" in said
    assert "−1 Green Square (0, 0)" in said
    assert "+1 Brickworks (1, 0)" in said


def test_km_26_a_known_top_card_of_the_face_down_pile_is_shown():
    view = view_of(position(CITY, piles={"base": "D121 D101"}, known=True))
    shown = part("plan", piles=view.piles)
    assert "known top card" in text_of(shown)
    assert 'value="D121"' in shown.html()


def test_km_21_a_card_that_has_no_place_now_is_marked():
    view = view_of(position({(0, 0): "D121:1"}, piles={"commercial": "D311"}))
    assert "can't be built now" in text_of(part("plan", piles=view.piles))


def test_a_zone_tells_counters_time_and_who_is_occupied():
    view = view_of(position(CITY, zones=["O02! L01:2 G01:3", "O03"]))
    own, other = (text_of(part("zone", zone=player.zone)) for player in view.players)
    assert "City Treasurer occupied" in own
    assert "Bedroom Town 2/3 2 of 3 counters" in own
    assert "3 time counters" in own
    assert "Press Officer ready" in other


def test_km_6_everybody_reads_every_discard_pile_from_the_top():
    view = view_of(position(CITY, discards=["", "K01 S02"]), seat=None)
    shown = part("discard", cards=view.players[1].discard)
    assert text_of(shown) == "Discard pile 2 Earmarked Grant Health Inspection"


def test_km_99_points_beyond_the_goal_fill_the_way_and_are_told():
    found = parts.part(
        "games/karciane_miasto/pawn.html",
        id="pawn-0",
        seat=0,
        name="Ada",
        vp=22,
        goal=20,
        acts=False,
        gone=False,
        mine=True,
    )
    assert 'data-n="20"' in found.html()
    assert "22 victory points" in text_of(found)


def test_km_101_the_result_names_the_winner_and_ranks_everybody():
    state = play(position(CITY, vp=[19, 12], support=["5/0/0", "0/4/0"]), "exchange citizens")
    shown = text_of(part("ending", results=view_of(state).results, names=("Ada", "Bela")))
    assert "Ada wins!" in shown
    assert shown.endswith("1 Ada 20 0 0 2 Bela 12 4 0")
