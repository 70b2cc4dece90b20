"""What stands in a city, by name."""

from games.rules.point_city.show.built import built
from tests.rules.point_city.build import city, table


def test_the_buildings_of_a_city_are_counted_by_name():
    state = table({}, city("pc-029 pc-030", cards="start"), city())
    assert sum(built(state, 0).values()) == 2
    assert built(state, 1) == {}
