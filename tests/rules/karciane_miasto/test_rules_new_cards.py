"""KM-117: what every card must keep to, beside what ``test_cards`` asks of the loader."""

from games.rules.karciane_miasto.cards import CARDS, MAP_CARDS
from games.rules.karciane_miasto.texts import ActionAbility

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
