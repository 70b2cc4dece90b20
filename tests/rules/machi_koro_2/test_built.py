"""What stands in a city, by name."""

from games.rules.machi_koro_2.show.built import built
from tests.rules.machi_koro_2.build import city, table


def test_copies_and_landmarks_of_a_city_are_counted_by_name():
    state = table(city("cafe 2*bakery", "park"), city())
    assert built(state, 0) == {"Café": 1, "Bakery": 2, "Park": 1}
    assert built(state, 1) == {}
