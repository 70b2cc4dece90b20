"""What every card must keep to as a whole (KM-109, KM-116, KM-117), beside what ``test_cards`` asks."""

import pytest

from games.rules.karciane_miasto.cards import CARDS, MAP_CARDS, read_card
from games.rules.karciane_miasto.reading.loader import CardError
from games.rules.karciane_miasto.text.abilities import ActionAbility
from tests.rules.karciane_miasto.rows import ROWS, changed

GOOD_OF = {"residential": "residents", "commercial": "services", "industrial": "products"}


def endless_actions():
    """Return the Actions without limit that any player may use, each with its card."""
    return [
        (card, ability)
        for card in MAP_CARDS
        for ability in card.abilities
        if isinstance(ability, ActionAbility) and ability.limit is None
    ]


def test_km_117_stage_1_is_free_and_the_others_cost_a_good():
    for card in MAP_CARDS:
        assert (sum(card.cost) > 0) == (card.stage > 1)
        assert card.pile == (card.type if card.stage > 1 else "base")


def test_km_117_only_public_districts_start_without_goods():
    districts = [card for card in MAP_CARDS if card.kind == "district"]
    assert {card.type for card in districts if card.start_goods == 0} == {"public"}
    assert all(card.start_goods == 0 for card in districts if card.type == "public")


def test_km_117_no_action_without_limit_pays_for_another():
    paid = [
        (card, cost.goods) for card, one in endless_actions() for cost in one.cost if cost.kind == "goods"
    ]
    assert {card.id for card, _ in paid} == {"D225"}
    assert not {used for _, used in paid} & {GOOD_OF[card.type] for card, _ in paid}


def test_km_117_an_official_acts_only_by_being_occupied():
    for card in CARDS.values():
        if card.kind == "official":
            actions = [one for one in card.abilities if isinstance(one, ActionAbility)]
            assert all(any(cost.kind == "occupy" for cost in one.cost) for one in actions)


def refused(card, path, value):
    """Return why a card is refused, with its id, if this stands there instead."""
    with pytest.raises(CardError, match=card) as found:
        read_card(changed(ROWS[card], path, value))
    return str(found.value)


@pytest.mark.parametrize(
    ("card", "path", "value"),
    [
        ("D101", ("cost", "residents"), 1),
        ("D201", ("cost",), {"residents": 0, "services": 0, "products": 0}),
        ("D131", ("start_goods",), 1),
    ],
)
def test_km_117_a_district_that_breaks_it_is_refused(card, path, value):
    assert "KM-117" in refused(card, path, value)


@pytest.mark.parametrize(
    ("card", "pile"), [("D101", "residential"), ("D201", "base"), ("D201", "public"), ("T101", "public")]
)
def test_km_8_a_card_of_another_pile_is_refused(card, pile):
    assert "KM-8" in refused(card, ("pile",), pile)


CELL = {"range": 2, "of": "cell"}
ITSELF = {"range": 1, "of": "self"}
TERRAINS = {"range": 2, "of": {"kind": "terrain"}}


@pytest.mark.parametrize(
    ("card", "path", "value"),
    [
        ("D303", ("abilities", 0, "on", "within"), {"range": 1, "of": "cell"}),
        ("D303", ("abilities", 0, "on", "within"), TERRAINS),
        ("D102", ("build", "extra", 0, "require", 0, "within"), TERRAINS),
        ("D134", ("abilities", 0, "modifier", "within"), CELL),
        ("L01", ("abilities", 0, "on", "within"), ITSELF),
        ("K02", ("window", "within"), ITSELF),
        ("K02", ("window", "within"), CELL),
    ],
)
def test_km_109_a_range_of_nothing_is_refused(card, path, value):
    assert "KM-109" in refused(card, path, value)


def test_km_109_a_range_that_build_text_has_too_is_still_refused_elsewhere():
    inner = ROWS["D303"]["build"]["require"][0]["within"]
    assert inner["of"] == "cell"
    assert "KM-109" in refused("D303", ("abilities", 0, "on", "within"), inner)


@pytest.mark.parametrize(
    ("card", "key", "value"),
    [
        ("L07", "filter", {"kind": "district"}),
        ("L17", "modes", ["create"]),
        ("L11", "result", "won"),
        ("L01", "unanimous", True),
        ("L16", "filter", {"kind": "district"}),
        ("D334", "by", "you"),
        ("D204", "by", "opponent"),
    ],
)
def test_km_116_a_key_that_means_nothing_to_its_trigger_is_refused(card, key, value):
    abilities = ROWS[card]["abilities"]
    at = next(at for at, one in enumerate(abilities) if one["kind"] == "reaction")
    assert "KM-116" in refused(card, ("abilities", at, "on", key), value)
