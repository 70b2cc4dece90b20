"""What Karciane Miasto asks its players, in words, and what it tells of a game."""

import re
from dataclasses import fields
from html import unescape
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.template.loader import render_to_string

from games.parts import part
from games.rules.karciane_miasto import city_events, events
from games.rules.karciane_miasto.settings import Wishes
from games.selectors.boards.karciane_miasto import mutes
from tests.rules.karciane_miasto.build import (
    RULESET,
    begun,
    new_game,
    play,
    position,
    ref,
    step,
    told,
    with_wishes,
)

NAMES = ("Ada", "Bela", "Cleo")
CITY = {(0, 0): "D101:2", (1, 0): "D111:2", (0, 1): "D121:2"}
PILES = {"base": "D111 D121", "industrial": "D223"}
SPACE = re.compile(r"\s+")
TAG = re.compile(r"<[^>]*>")


def asked(state, seat, fields=None):
    """Return the markup of what a seat is asked, or of what it reads while another is asked."""
    view = RULESET.view_for(state, seat)
    draft = None if seat is None else RULESET.compose(state, seat, fields or {})
    told = {"view": view, "draft": draft, "decks": (), "me": seat, "names": NAMES}
    found = part("games/karciane_miasto/ask/ask.html", id="ask", **told)
    return found.html()


def words(markup):
    """Return a markup's text."""
    return SPACE.sub(" ", TAG.sub(" ", markup)).strip()


def moves(markup):
    """Return the moves that buttons make at once."""
    return re.findall(r'form="act"[^>]* name="move" value="([^"]*)"', markup)


@pytest.fixture
def building():
    return play(position(CITY, seats=3, hands=["", "K02 K08"], piles=PILES), "build")


@pytest.fixture
def paying(building):
    return play(building, "take industrial", "place create 0,-1")


@pytest.fixture
def voting():
    start = position(CITY, seats=3, hands=["", "V01"], support=["1/1/1", "3/0/0", "0/4/0"], piles=PILES)
    return play(start, "build", "take base", "place rebuild 0,0")


def test_the_starter_decks_are_told_by_their_idea_and_their_cards():
    page = asked(new_game(), 0)
    assert len(moves(page)) == 4
    assert "Public services, knowledge, and rebuilding by vote." in words(page)
    assert 'form="cards" name="card" value="L01"' in page


def test_those_who_wait_for_decks_read_whose_are_missing():
    state = step(new_game(3), "deck merchants", 0).state
    assert "Still choosing a deck: <bdi>Bela</bdi>, <bdi>Cleo</bdi>" in asked(state, 0)


def test_nobody_waits_for_the_deck_of_a_player_who_left():
    state = step(new_game(3), "leave", 0).state
    assert words(asked(state, None)) == "Still choosing a deck: Bela , Cleo"


def test_the_main_phase_offers_the_build_and_the_end():
    page = asked(begun(), begun().question.seat)
    assert {"build", "end"} <= set(moves(page))


def test_actions_are_told_with_what_they_do():
    state = position(CITY, zones=["O02"])
    page = asked(state, 0)
    assert f"use {ref(state, 0, 'O02')} 0" in moves(page)
    assert "put 1 good on one" in words(page)


def test_an_exchange_says_that_all_lose_the_support():
    page = asked(position(support=["5/0/0"]), 0)
    assert "exchange citizens" in moves(page)
    assert "loses their support in the group you choose" in words(page)


def test_a_source_that_cannot_be_paid_says_so():
    state = play(position({(0, 0): "D101", (1, 0): "D111", (0, 1): "D121"}, piles=PILES), "build")
    page = asked(state, 0)
    assert moves(page) == ["take industrial", "take base", "decline"]
    assert "not enough goods" in words(page)


def test_places_are_told_by_how_they_are_built(building):
    page = asked(play(building, "take base"), 0)
    for mode in ("create", "expand", "rebuild"):
        assert (f'<fieldset data-mode="{mode}"' in page) == (mode != "expand")


def test_a_rebuild_is_looked_at_with_the_support_of_all(voting):
    state = play(
        position(CITY, seats=3, support=["1/1/1", "3/0/0", "0/4/0"], piles=PILES), "build", "take base"
    )
    page = asked(state, 0, {"place": ("rebuild 0,0",)})
    assert "place rebuild 0,0" in moves(page)
    assert "Bela 3 0 0" in words(page)


def test_goods_to_pay_with_are_suggested(paying):
    page = asked(paying, 0)
    assert any(move.startswith("pay ") for move in moves(page))
    assert "Goods chosen: 2 of 2" in words(page)
    fewer = asked(paying, 0, {"goods": ("0,0*1", "1,0*1"), "drop": ("0,0",)})
    assert "Goods chosen: 1 of 2" in words(fewer)
    assert 'value="" class="primary" disabled' in fewer


def test_where_nothing_can_be_paid_the_builder_may_say_so_or_give_up():
    poor = position({(0, 0): "D131"}, hands=["", "K08"], piles=PILES)
    page = asked(play(poor, "build", "take industrial", "place create 1,0"), 0)
    assert moves(page) == ["pay nothing", "abandon"]
    assert "Food Plant" in words(page)
    assert "Try anyway Abandon the build" in words(page)


def test_the_page_urges_nobody_to_pay_what_does_not_suffice(paying):
    """What fails loses the turn's build, and who is new follows the red button."""
    poor = position({(0, 0): "D131"}, hands=["", "K08"], piles=PILES)
    choosing = play(poor, "build")
    assert 'value="take industrial" class="quiet"' in asked(choosing, 0)
    failing = asked(play(choosing, "take industrial", "place create 1,0"), 0)
    for page, primary in ((failing, "abandon"), (asked(paying, 0), "pay 0,0*1 1,0*1")):
        urged = re.findall(r'value="([^"]*)"\s+class="primary"', page)
        assert urged == [primary]


def test_once_the_build_stands_it_says_so_and_for_what_the_groups_give_thanks():
    ready = position(CITY, support=["1/1/1"], piles={"public": "D235 D231"})
    place = play(ready, "build", "take public", "place rebuild 0,0", "1: vote against", "0: vote for")
    state = play(place, moves(asked(place, 0))[0])
    for seat in (0, 1):
        assert "Culture House built at (0, 0)" in words(asked(state, seat))
        assert "Intended payment" not in words(asked(state, seat))
    assert "Choose the group that gives you +2 support for Culture House." in words(asked(state, 0))


def test_a_response_says_what_happens_and_what_each_card_would_do(paying):
    state = play(paying, "pay 0,0*1 1,0*1")
    page = asked(state, 1)
    assert "Ada is about to pay for Food Plant: you can respond before the goods are used." in words(page)
    assert {"respond K02", "respond K08", "pass", "pass turn", "pass round"} <= set(moves(page))
    assert "2 goods more" in words(page)


def test_those_who_wait_learn_who_is_asked_and_no_card(paying):
    state = play(paying, "pay 0,0*1 1,0*1")
    for seat in (0, 2, None):
        page = asked(state, seat)
        assert "Bela can respond." in words(page)
        assert moves(page) == []
        assert "K02" not in page
        assert "K08" not in page


def test_a_hand_says_why_a_card_is_no_response():
    """K04 is for another moment, and K06 costs support that Bela does not have."""
    city = CITY | {(1, -1): "T101"}
    state = play(position(city, seats=3, hands=["", "K04 K06 K08"], piles=PILES), "build", "take industrial")
    state = play(state, "place create 0,-1", "pay 0,0*1 1,0*1")
    whys = {card.card: card.why and card.why.rule for card in RULESET.view_for(state, 1).hand}
    assert whys == {"K04": "KM-79", "K06": "KM-48", "K08": None}


def test_a_hand_says_which_requirement_is_not_met():
    (card,) = RULESET.view_for(position(hands=["S15"]), 0).hand
    found = part(
        "games/karciane_miasto/hand_deed.html",
        id="do",
        card=card.card,
        notation=None,
        why=card.why,
        spot=None,
    )
    assert (
        words(found.html())
        == "This card&#x27;s requirements aren&#x27;t met. Only if: you have at least 3 support points with one group KM-37"
    )


def test_a_hand_says_that_a_card_is_muted():
    state = play(
        position(CITY, hands=["", "K08 K02"], piles=PILES), "1: mute K08", "build", "take industrial"
    )
    asking = play(state, "place create 0,-1", "pay 0,0*1 1,0*1")
    whys = {card.card: card.why and card.why.rule for card in RULESET.view_for(asking, 1).hand}
    assert whys == {"K08": "KM-83", "K02": None}


def test_a_declaration_shows_the_sums_and_the_order(voting):
    page = asked(voting, 1)
    assert moves(page) == ["vote for", "vote against"]
    assert "Bela : undecided Cleo : undecided Ada : undecided" in words(page)


def test_until_all_have_declared_the_support_that_is_left_is_shown_and_no_result(voting):
    """Ada has 1/1/1, Bela 3/0/0 and Cleo 0/4/0."""
    page = words(asked(play(voting, "vote for"), 2))
    assert "Group FOR AGAINST undecided Citizens 3 0 1 Merchants 0 0 5 Industrialists 0 0 1" in page
    assert "Result so far" not in page
    assert "Result so far:" in words(asked(play(voting, "vote for", "vote for", "vote for"), 1))


def test_a_build_that_fails_says_what_becomes_of_the_card_and_the_goods(paying):
    (failed,) = told(step(paying, "abandon"), "BuildFailed")
    line = render_to_string(
        "games/karciane_miasto/log/BuildFailed.html", {"id": "l", "event": failed, "names": NAMES}
    )
    assert "build fails: Food Plant goes back on its pile, and all goods stay where they were." in words(line)


def test_a_vote_event_says_what_it_would_change(voting):
    state = play(voting, "vote for", "vote against", "vote for")
    page = asked(state, 1)
    assert "respond V01" in moves(page)
    assert "Merchants: motion passed" in words(page)


def test_cards_over_the_limit_are_discarded_one_by_one():
    state = play(position(hands=["S01 S02 S03 S04 S05 L01 L02 L03 L04"]), "end")
    page = asked(state, 0)
    assert "You have too many cards: discard 2 cards." in words(page)
    assert "discard L04" in moves(page)


def settings_of(state, seat):
    view = RULESET.view_for(state, seat)
    return render_to_string(
        "games/karciane_miasto/ask/settings.html",
        {"id": "wishes", "wishes": view.wishes, "mutes": mutes(view)},
    )


def test_the_settings_offer_what_can_be_changed_now():
    state = with_wishes(position(hands=["K01 S01"]), 0, muted=("V04",))
    page = settings_of(state, 0)
    offered = {
        move
        for move in moves(page)
        if f'value="{move}" class="button-small" aria-pressed="true" disabled' not in page
    }
    assert offered - set(RULESET.view_for(state, 0).settings) == set()
    assert {"mute K01", "unmute V04", "auto_order off", "ask vote never"} <= offered
    assert "mute S01" not in offered


def test_only_officials_that_can_respond_stand_among_the_cards_that_do():
    state = position(hands=["O04 K01"], zones=["O01 O02 O03 O06 O08 L01"])
    page = settings_of(state, 0)
    assert [move for move in moves(page) if "mute" in move] == [
        "mute K01",
        "mute O01",
        "mute O03",
        "mute O06",
    ]
    muted = settings_of(with_wishes(state, 0, muted=("O02",)), 0)
    assert "unmute O02" in moves(muted)


@pytest.mark.parametrize(("quiet", "until"), [("turn", "the end of this turn"), ("round", "your next turn")])
def test_who_passes_everything_reads_it_beside_what_happens_and_can_take_it_back(quiet, until):
    state = with_wishes(position(seats=3), 1, quiet=quiet)
    page = asked(state, 1)
    assert f"You're passing on everything until {until}." in words(page)
    assert moves(page) == ["ask again"]
    assert "You're passing on everything" not in words(asked(state, 2))


BY_THE_TABLE = {"play", "pay"}
"""Kinds of moves that have their buttons elsewhere: in the hand, or once the goods are chosen."""


def taken_back(state, seat):
    """Return what a seat that passes everything for a while may press beside its decision."""
    return ["ask again"] if state.players[seat].wishes.quiet else []


def test_every_legal_move_has_a_button_and_nobody_else_has_one():
    state, random = begun(3), Random(7)
    for _ in range(120):
        seat = state.question.seat
        legal = [str(move) for move in RULESET.legal_moves(state, seat)]
        page = unescape(asked(state, seat))
        offered = moves(page) + [
            f"place {place}" for place in re.findall(r'name="place" value="([^"]*)"', page)
        ]
        assert {move for move in legal if move.split()[0] not in BY_THE_TABLE} <= set(offered)
        assert {move for move in offered if not move.startswith("pay ")} <= {*legal, *taken_back(state, seat)}
        other = (seat + 1) % 3
        assert moves(asked(state, other)) == taken_back(state, other)
        state = step(state, random.choice(legal)).state


EVENTS = [
    kind
    for module in (events, city_events)
    for kind in vars(module).values()
    if isinstance(kind, type) and kind.__module__ == module.__name__
]
SAMPLES = {"seat": 0, "card": "D101", "cards": ("L01",), "covered": "D111", "pile": "base", "group": "citizens"} | {
    "mode": "rebuild", "until": "turn", "on": "vote", "goods": ((0, 1, 2),), "sums": ((1, 2),) * 3, "scores": (1, 2, 3),
}  # fmt: skip


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_is_told_in_a_sentence(kind):
    event = {field.name: SAMPLES.get(field.name, 1) for field in fields(kind)}
    told = render_to_string(
        f"games/karciane_miasto/log/{kind.__name__}.html", {"id": "log-1", "event": event, "names": NAMES}
    )
    assert len(words(told)) > 10
    assert ('class="minor"' in told) == any(field.name == "minor" for field in fields(kind))


def test_every_kind_of_decision_has_a_template_of_its_own():
    folder = Path(settings.BASE_DIR) / "templates/games/karciane_miasto/ask"
    kinds = (
        "deck main source place pay group spend action_b vote respond target opponent option pile find recover "
        "discard hand occupy next"
    )
    assert [kind for kind in kinds.split() if not (folder / f"{kind}.html").exists()] == []


def test_the_order_in_which_time_counters_are_taken_is_asked_for_in_buttons():
    state = position(phase="time", zones=["G02:1 G04:2"], wishes=[Wishes(auto_order=False)])
    page = asked(state, 0)
    assert re.findall(r'name="move" value="(time [^"]*)"', page) == ["time #1", "time #2"]
    assert "Which one is next?" in page and "Smog Alert" in page and "Investment Relief" in page
    assert "is choosing which Long Event loses a time counter next" in asked(state, 1)
