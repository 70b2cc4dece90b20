"""What stands in a city, by name."""

from games.rules.card_city.show.built import built
from tests.rules.card_city.build import city, table


def test_the_cards_of_a_city_are_counted_by_name_without_the_city_hall():
    state = table(city("R R C", "H . ."), city("H"))
    assert built(state, 0) == {"Residential": 2, "Commercial": 1}
    assert built(state, 1) == {}
