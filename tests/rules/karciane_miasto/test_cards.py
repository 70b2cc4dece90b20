"""The card set: how many there are, that all can be said, and that nothing that is not understood is read."""

import ast
from pathlib import Path
from typing import get_args

import pytest

from games.rules.karciane_miasto import cards
from games.rules.karciane_miasto.act import conditions, costs
from games.rules.karciane_miasto.cards import (
    CARDS,
    GOODS,
    GROUPS,
    INDICES,
    MAP_CARDS,
    PILES,
    PLAYER_CARDS,
    SETTINGS,
    STARTER_DECKS,
    SUBTYPES,
    TYPES,
    read_card,
    read_cards,
    read_decks,
    read_rows,
)
from games.rules.karciane_miasto.decks import deck_faults, deck_text, read_deck
from games.rules.karciane_miasto.effects import kinds
from games.rules.karciane_miasto.reading.loader import CardError
from games.rules.karciane_miasto.text import names
from games.rules.karciane_miasto.text.effects import Effect
from games.rules.karciane_miasto.text.terms import Condition, Cost, Good, Group, Index, Subtype, Type
from games.rules.phrases import Phrase
from tests.rules.karciane_miasto.rows import DATA, ROWS, at_place, changed

FOLDER = Path(cards.__file__).parent


def test_the_piles_and_the_player_cards_are_complete():
    counts = [sum(card.copies for card in MAP_CARDS if card.pile == pile) for pile in PILES]
    assert counts == [76, 21, 24, 21, 26]
    assert len(PLAYER_CARDS) == 72


def test_the_numbers_of_the_game():
    assert (SETTINGS.vp_to_win, SETTINGS.hand_start, SETTINGS.hand_limit, SETTINGS.support_max) == (
        20,
        7,
        7,
        5,
    )
    assert (SETTINGS.deck_size, SETTINGS.max_copies, SETTINGS.min_plans, SETTINGS.max_rounds) == (
        40,
        3,
        8,
        30,
    )


def test_the_vocabulary_and_the_tables_name_the_same():
    assert get_args(Type) == TYPES
    assert get_args(Good) == GOODS
    assert get_args(Group) == GROUPS
    assert get_args(Index) == INDICES
    assert get_args(Subtype) == SUBTYPES


def test_every_kind_has_one_function():
    for union, table in (
        (Effect, kinds.KINDS),
        (Cost, costs.PAYERS),
        (Condition, conditions.CONDITIONS),
    ):
        assert {record.kind for record in get_args(union)} == table.keys()


@pytest.mark.parametrize("deck", STARTER_DECKS)
def test_starter_decks_are_legal_and_are_read_from_their_text(deck):
    found = read_deck(deck)
    assert deck_faults(found) == ()
    assert read_deck(deck_text(found)) == found


def test_km_117_what_new_cards_must_keep_to():
    for card in MAP_CARDS:
        if card.kind == "district":
            assert (sum(card.cost) == 0 and card.pile == "base") == (card.stage == 1), card.id
            assert card.pile in ("base", card.type)
            assert card.type != "public" or card.start_goods == 0


def test_every_word_can_be_translated():
    assert {card.id: card.name for card in CARDS.values()} == names.CARD_NAMES
    for table, words in (
        ("types", names.TYPE_NAMES),
        ("goods", names.GOODS_NAMES),
        ("groups", names.GROUP_NAMES),
        ("indices", names.INDEX_NAMES),
        ("subtypes", names.SUBTYPE_NAMES),
        ("starter_decks", names.DECK_NAMES),
    ):
        assert {row["id"]: row["name"] for row in DATA[table]} == {one: _text(words[one]) for one in words}
    assert {row["id"]: row["text"] for row in DATA["starter_decks"]} == names.DECK_TEXTS


def _text(word):
    return word.text if isinstance(word, Phrase) else word


def test_no_code_names_a_card():
    for path in FOLDER.rglob("*.py"):
        if path.name not in ("names.py", "flavour.py"):
            words = {
                node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)
            }
            assert not words & (CARDS.keys() | set(names.CARD_NAMES.values())), path.name


def places(row, path=()):
    """Yield the way to every object within a row."""
    if isinstance(row, dict):
        yield path
        for key, value in row.items():
            yield from places(value, (*path, key))
    elif isinstance(row, list):
        for at, value in enumerate(row):
            yield from places(value, (*path, at))


@pytest.mark.parametrize("card", ROWS)
def test_an_unknown_key_anywhere_on_a_card_is_refused_with_its_id(card):
    for path in places(ROWS[card]):
        with pytest.raises(CardError, match=card):
            read_card(changed(ROWS[card], (*path, "unheard_of"), 1))


@pytest.mark.parametrize("card", ROWS)
def test_an_unknown_kind_anywhere_on_a_card_is_refused_with_its_id(card):
    for path in places(ROWS[card]):
        if isinstance(at_place(ROWS[card], path).get("kind"), str):
            with pytest.raises(CardError, match=card):
                read_card(changed(ROWS[card], (*path, "kind"), "unheard_of"))


@pytest.mark.parametrize(
    ("card", "path", "value"),
    [
        ("L01", ("vp",), "3"),
        ("L01", ("vp",), True),
        ("D101", ("stage",), None),
        ("D101", ("type",), "Residential"),
        ("D101", ("subtypes",), ["unheard_of"]),
        ("D101", ("pile",), "attic"),
        ("D101", ("cost",), {"gold": 1}),
        ("D101", ("cost",), {"residents": "1"}),
        ("T101", ("indices",), {"noise": 1}),
        ("D101", ("build", "modes"), ["move"]),
        ("K01", ("window", "on"), "lunch"),
        ("K04", ("play_cost", 0, "n"), 1.5),
        ("D225", ("abilities", 0, "cost", 0, "within", "of"), "moon"),
        ("S02", ("abilities", 0, "effects", 0, "target", "n"), 2),
        ("S02", ("abilities", 0, "effects", 0, "target", "pick", "kind"), ["district", "cloud"]),
        ("S03", ("abilities",), []),
        ("D101", ("kind",), ["district"]),
        ("D101", ("kind",), None),
        ("D101", ("type",), None),
        ("D101", ("stage",), 0),
        ("D101", ("stage",), 7),
        ("D101", ("stage",), True),
        ("D101", ("copies",), -1),
        ("D101", ("start_goods",), -1),
        ("D101", ("cost",), None),
        ("D101", ("cost",), []),
        ("D101", ("cost",), {"residents": 0, "services": 0}),
        ("D101", ("cost", "residents"), -1),
        ("D101", ("indices",), None),
        ("D101", ("indices",), {"crime": None}),
        ("D101", ("build",), None),
        ("D102", ("build", "extra", 0), {"id": "x"}),
        ("D102", ("build", "extra", 0, "kind"), ["when"]),
        ("D102", ("build", "extra", 0, "require", 0, "n"), -1),
        ("D102", ("build", "extra", 0, "require", 0, "within"), None),
        ("D102", ("build", "extra", 0, "require", 0, "within", "range"), -1),
        ("T101", ("pile",), "public"),
        ("T101", ("subtypes",), []),
        ("S01", ("subtype",), ["short"]),
        ("G01", ("time",), 0),
        ("K01", ("window",), None),
        ("K04", ("play_cost", 0, "n"), -1),
        ("L01", ("needed",), 0),
        ("L01", ("vp",), -1),
    ],
)
def test_an_unknown_value_is_refused_with_the_cards_id(card, path, value):
    with pytest.raises(CardError, match=card):
        read_card(changed(ROWS[card], path, value))


@pytest.mark.parametrize("card", ["D101", "T101", "S01", "G01", "K01", "V01", "L01", "O01"])
def test_a_missing_key_is_refused_with_the_cards_id(card):
    for key in ROWS[card].keys() - {"id"}:
        with pytest.raises(CardError, match=card):
            read_card(without(ROWS[card], key))


def read_file(data):
    rows = read_rows(data)
    found = read_cards(rows)
    return found, read_decks(rows, found)


def deck_with(**copies):
    """Return the first starter deck with other copies of some cards."""
    return DATA["starter_decks"][0]["cards"] | copies


def without(row, key):
    return {name: value for name, value in row.items() if name != key}


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (("extras",), [], "extras"),
        (("settings", "luck"), 7, "settings.*luck"),
        (("settings", "deck_size"), -40, "settings.deck_size"),
        (("settings",), without(DATA["settings"], "min_plans"), "settings.*min_plans"),
        (("types", 0, "colour"), "red", "types.residential.*colour"),
        (("types", 0), "residential", "types.0"),
        (("types",), DATA["types"][::-1], "types"),
        (("types",), None, "types"),
        (("goods", 0), without(DATA["goods"][0], "district_type"), "goods.residents.*district_type"),
        (("districts",), {}, "districts"),
        (("districts", 1), None, "districts.1"),
        (("districts", 1), without(DATA["districts"][1], "id"), "districts.1.*id"),
        (("districts", 1, "id"), 102, "districts.1"),
        (("districts", 1, "id"), "D101", "D101"),
        (("terrains", 0), ROWS["L01"], "L01.*terrains"),
        (("starter_decks", 0), without(DATA["starter_decks"][0], "cards"), "neighbours.*cards"),
        (("starter_decks", 0, "price"), 1, "neighbours.*price"),
        (("starter_decks", 0, "cards"), ["L01"], "neighbours.*cards"),
        (("starter_decks", 0, "cards"), {"L99": 3}, "neighbours.*L99.*KM-104"),
        (("starter_decks", 0, "cards"), {"L01": 3}, "neighbours.*KM-103"),
        (("starter_decks", 0, "cards"), deck_with(D101=1, G03=1), "neighbours.*D101.*KM-104"),
        (("starter_decks", 0, "cards"), deck_with(G03=7, K02=-3), "neighbours.*cards.K02"),
        (("starter_decks", 0, "cards"), deck_with(G03="2"), "neighbours.*cards.G03"),
        (("starter_decks", 0, "cards"), {"L01": 40}, "neighbours.*KM-104"),
        (
            ("starter_decks", 0, "cards"),
            {f"S{n:02}": 3 for n in range(1, 14)} | {"O01": 1},
            "neighbours.*Plans",
        ),
        (("starter_decks", 1, "id"), "neighbours", "neighbours"),
    ],
)
def test_a_set_that_is_not_understood_is_refused_with_its_part(path, value, named):
    with pytest.raises(CardError, match=named):
        read_file(changed(DATA, path, value))


@pytest.mark.parametrize("part", DATA)
def test_a_missing_part_of_the_set_is_refused_by_its_name(part):
    with pytest.raises(CardError, match=part):
        read_file(without(DATA, part))


def test_the_whole_set_is_read():
    assert read_file(DATA) == (CARDS, STARTER_DECKS)
