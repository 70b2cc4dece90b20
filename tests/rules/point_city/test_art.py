"""Everything the rules can show has a picture, and everything that can happen has a line in the log."""

import re
from dataclasses import is_dataclass

from django.template.loader import get_template
from django.utils.text import slugify

from games.rules.point_city import cards, events


def _symbols():
    sprite = get_template("games/point_city/sprite.svg").render()
    return set(re.findall(r'<symbol id="s-([\w-]+)"', sprite))


def test_every_resource_and_building_is_drawn():
    wanted = {*cards.RESOURCES, "civic", *(slugify(building.name) for building in cards.BUILDINGS)}
    assert wanted <= _symbols()


def test_every_building_has_a_picture_of_its_own():
    names = {building.name for building in cards.BUILDINGS}
    assert len({slugify(name) for name in names}) == len(names) == 32


def test_every_event_has_a_line_in_the_log():
    kinds = [name for name, kind in vars(events).items() if isinstance(kind, type) and is_dataclass(kind)]
    assert len(kinds) == 10
    for kind in kinds:
        get_template(f"games/point_city/log/{kind}.html")
