"""KM-103 to KM-106: decks, legal and not."""

from collections import Counter

import pytest

from games.bots.playouts import deal
from games.rules.karciane_miasto.cards import CARDS, PLAYER_CARDS, STARTER_DECKS
from games.rules.karciane_miasto.decks import deck_faults, deck_text, read_deck
from games.rules.protocol import CHANCE, IllegalMove, MalformedMove, RulesError
from games.rules.registry import get
from tests.rules.karciane_miasto.build import RULESET, moves, new_game, play, refused, step

PLANS = {"L01": 3, "L02": 3, "L03": 2}
EVENTS = {f"S{n:02}": 3 for n in range(1, 11)}
LEGAL = PLANS | EVENTS | {"O01": 2}


def text(cards):
    return ",".join(f"{card}*{count}" for card, count in cards.items())


def rule_against(cards):
    return refused(new_game(2), f"deck {text(cards)}", 0).rule


def test_km_103_a_deck_has_forty_cards():
    assert sum(LEGAL.values()) == 40
    chosen = play(new_game(2), f"0: deck {text(LEGAL)}")
    assert chosen.players[0].deck_name == "own"
    assert rule_against(LEGAL | {"O01": 1}) == "KM-103"
    assert rule_against(LEGAL | {"O02": 1}) == "KM-103"


def test_km_104_at_most_three_copies():
    assert rule_against(LEGAL | {"S01": 4, "O01": 1}) == "KM-104"
    assert rule_against(LEGAL | {"S01": 40, "O01": 1}) in {"KM-103", "KM-104"}


def test_km_104_a_card_named_twice_is_counted_once():
    twice = f"{text(LEGAL | {'O01': 1})},S01*1"
    assert refused(new_game(2), f"deck {twice}", 0).rule == "KM-104"


def test_km_104_at_least_eight_plans():
    seven = LEGAL | {"L03": 1, "O01": 3}
    assert sum(seven.values()) == 40
    assert rule_against(seven) == "KM-104"


@pytest.mark.parametrize("card", ["D101", "T101", "X99", "S99"])
def test_km_104_only_the_cards_of_the_set(card):
    assert len(PLAYER_CARDS) == 72
    strange = LEGAL | {"O01": 1, card: 1}
    with pytest.raises(RulesError):
        step(new_game(2), f"deck {text(strange)}", 0)
    assert {fault.rule for fault in deck_faults(Counter(strange).elements())} == {"KM-104"}


def test_km_105_four_starter_decks_for_everybody():
    assert [*STARTER_DECKS] == ["neighbours", "merchants", "industrialists", "reformers"]
    for deck in STARTER_DECKS.values():
        assert deck_faults(deck.cards) == ()
    state = new_game(2)
    for seat in (0, 1):
        assert moves(state, seat) == [f"deck {deck}" for deck in STARTER_DECKS]
    same = play(state, "0: deck merchants", "1: deck merchants")
    assert RULESET.to_act(same) == {CHANCE}


@pytest.mark.parametrize(
    ("deck", "card", "copies"),
    [
        ("neighbours", "L12", 3),
        ("merchants", "K08", 2),
        ("industrialists", "S05", 3),
        ("reformers", "V07", 2),
        ("reformers", "O11", 1),
        ("industrialists", "S17", 1),
    ],
)
def test_km_105_their_contents(deck, card, copies):
    assert Counter(STARTER_DECKS[deck].cards)[card] == copies
    assert len(STARTER_DECKS[deck].cards) == 40


@pytest.mark.parametrize(
    ("deck", "card", "instead"), [("reformers", "S14", "O11"), ("industrialists", "S07", "S17")]
)
def test_km_105_under_version_1_two_decks_held_other_cards(deck, card, instead):
    now, then = Counter(read_deck(deck)), Counter(read_deck(deck, 1))
    assert (now - then, then - now) == (Counter([instead]), Counter([card]))
    former = get("karciane_miasto", 1)
    dealt = deal(former, 2, 1)
    chosen = former.apply(dealt, 0, former.parse_move(f"deck {deck}")).state
    assert Counter(chosen.players[0].deck) == then
    assert former.load(former.dump(chosen)) == chosen
    assert len(former.dump(chosen)["deal"]) == 3


def test_km_106_an_illegal_deck_is_refused_with_the_reason():
    error = refused(new_game(2), f"deck {text(LEGAL | {'O01': 1})}", 0)
    assert "39" in str(error)
    assert isinstance(error, IllegalMove)


def test_km_106_every_fault_is_listed():
    cards = ["S01"] * 5 + ["L01"] * 3 + ["D101"]
    assert [fault.rule for fault in deck_faults(cards)] == ["KM-104", "KM-103", "KM-104", "KM-104"]


def test_km_106_all_choose_at_once_and_nobody_sees_it():
    state = new_game(3)
    assert RULESET.to_act(state) == {0, 1, 2}
    chosen = play(state, f"1: deck {text(LEGAL)}")
    assert RULESET.to_act(chosen) == {0, 2}
    for viewer in (0, 2, None):
        seen = RULESET.view_for(chosen, viewer)
        assert "S01" not in repr(seen)
        assert [player.deck_chosen for player in seen.players] == [False, True, False]
    assert RULESET.parse_move("deck merchants").secret


def test_km_106_which_starter_deck_it_is_nobody_sees_either():
    one = play(new_game(2), "0: deck merchants")
    other = play(new_game(2), "0: deck reformers")
    for viewer in (1, None):
        assert RULESET.view_for(one, viewer) == RULESET.view_for(other, viewer)


@pytest.mark.parametrize(
    "deck", ["", "everything", "L01", "L01*", "L01*0", "L01*3;S02*2", "L01*3,", "l01*3", "L01 * 3", "L01*3\n"]
)
def test_km_106_what_is_no_deck_is_no_move(deck):
    with pytest.raises(MalformedMove):
        step(new_game(2), f"deck {deck}", 0)


def test_km_106_ten_thousand_lines_are_refused():
    lines = ["L01*1"] * 10_000
    with pytest.raises(MalformedMove):
        read_deck("\n".join(lines))
    with pytest.raises(RulesError):
        step(new_game(2), "deck " + ",".join(lines), 0)
    assert deck_faults(read_deck(",".join(lines)))


def test_km_106_every_legal_deck_fits_into_a_notation():
    singles = [card.id for card in PLAYER_CARDS][-40:]
    plans = [card.id for card in PLAYER_CARDS if card.kind == "plan"]
    widest = (*plans[:8], *[card for card in singles if CARDS[card].kind != "plan"][:32])
    notation = f"deck {deck_text(widest)}"
    assert len(notation) <= 400
    assert play(new_game(2), f"0: {notation}").players[0].deck_name == "own"
    assert Counter(read_deck(deck_text(widest))) == Counter(widest)
