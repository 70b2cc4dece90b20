"""KM-117 and section 14: the closed language of the card data, read strictly."""

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest

from games.rules.karciane_miasto import cards as cards_module
from games.rules.karciane_miasto.cards import CARDS, MAP_CARDS, PLAYER_CARDS, read_card
from games.rules.karciane_miasto.loader import CardError
from games.rules.karciane_miasto.texts import ActionAbility

DATA = json.loads(Path(cards_module.__file__).with_name("cards.json").read_text())
ROWS = {row["id"]: row for row in (*DATA["districts"], *DATA["terrains"], *DATA["player_cards"])}


def changed(card, path, value):
    """Return a row of the data with one value exchanged; ``None`` as the value takes it away."""
    row = deepcopy(ROWS[card])
    *way, last = path
    inner = row
    for step in way:
        inner = inner[step]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return row


@pytest.mark.parametrize("card", ROWS)
def test_km_117_every_card_passes_the_loader(card):
    assert read_card(ROWS[card]) == CARDS[card]


WRONG = [
    ("D101", ("colour",), "red"),
    ("D101", ("stage",), None),
    ("D101", ("type",), "rural"),
    ("D101", ("stage",), "1"),
    ("D101", ("kind",), "castle"),
    ("D101", ("pile",), "cellar"),
    ("D101", ("cost", "gold"), 1),
    ("D103", ("indices", "noise"), 1),
    ("D101", ("build", "modes"), ["create", "conquer"]),
    ("D102", ("build", "extra", 0, "effects", 0, "kind"), "explode"),
    ("D102", ("build", "extra", 0, "effects", 0, "times"), 2),
    ("D102", ("build", "extra", 0, "require", 0, "op"), ">"),
    ("D113", ("build", "require", 0, "filter", "subtype"), ["desert"]),
    ("D105", ("abilities", 0, "on", "event"), "exploded"),
    ("D105", ("abilities", 0, "on", "within", "of"), "moon"),
    ("D115", ("abilities", 0, "limit"), "game"),
    ("D115", ("abilities", 0, "timing"), ["night"]),
    ("D115", ("abilities", 0, "cost", 0, "goods"), "gold"),
    ("D134", ("abilities", 0, "modifier", "what"), "paint"),
    ("T101", ("stage",), 1),
    ("S06", ("play_cost", 0, "kind"), "blood"),
    ("S15", ("require", 0, "who"), "everybody"),
    ("S16", ("abilities", 0, "effects", 0, "options", 0, "label"), None),
    ("K01", ("window", "on"), "tea_time"),
    ("K01", ("window", "secret"), True),
    ("K01", ("window",), None),
    ("L01", ("needed",), None),
    ("L01", ("vp",), 3.5),
    ("L01", ("needed",), True),
    ("G01", ("time",), None),
    ("G01", ("subtype",), "eternal"),
    ("O02", ("needed",), 3),
    ("V01", ("abilities", 0, "effects", 0, "side"), "theirs"),
]


@pytest.mark.parametrize(("card", "path", "value"), WRONG)
def test_km_117_what_is_not_understood_is_refused_with_the_cards_id(card, path, value):
    with pytest.raises(CardError, match=rf"^{card}\b"):
        read_card(changed(card, path, value))


def test_km_117_a_short_event_has_one_ability_to_be_played():
    two = deepcopy(ROWS["S01"])
    two["abilities"] *= 2
    with pytest.raises(CardError, match=r"^S01\b"):
        read_card(two)


def test_km_117_stage_1_is_free_and_lies_in_the_face_down_pile():
    districts = [card for card in MAP_CARDS if card.kind == "district"]
    for card in districts:
        if card.stage == 1:
            assert (card.cost, card.pile) == ((0, 0, 0), "base")
        else:
            assert sum(card.cost) >= 1
            assert card.pile == card.type


def test_km_117_public_districts_start_without_goods():
    assert all(card.start_goods == 0 for card in MAP_CARDS if card.type == "public")
    assert all(card.start_goods > 0 for card in MAP_CARDS if card.type not in ("public", None))


HOLDS = {"residential": "residents", "commercial": "services", "industrial": "products"}


def test_km_117_no_action_without_limit_pays_for_another():
    endless = [
        (card, one)
        for card in CARDS.values()
        for one in card.abilities
        if isinstance(one, ActionAbility) and one.limit is None and card.kind != "official"
    ]
    uses = {cost.goods for _, one in endless for cost in one.cost if cost.kind == "goods"}
    makes = {HOLDS[card.type] for card, one in endless if all(cost.kind == "goods" for cost in one.cost)}
    assert [card.id for card, _ in endless] == ["D215", "D225"]
    assert not uses & makes


def test_km_117_the_size_of_the_card_set():
    assert (len(MAP_CARDS), sum(card.copies for card in MAP_CARDS)) == (59, 168)
    kinds = Counter(card.kind for card in PLAYER_CARDS)
    assert kinds == {"event": 41, "plan": 19, "official": 10}
