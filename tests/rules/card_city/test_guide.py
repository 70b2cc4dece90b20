"""The pictures of the guide show cities that can be, and mark the cells that the rules allow."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.rules.card_city import scoring
from games.rules.card_city.cards import CODES, START
from games.rules.card_city.cities.city import FOUNDED, beside, buildable, counted, limit, with_card
from games.rules.card_city.cities.grid import cell_at, cells_of, districts, near

PICTURES = Path(settings.BASE_DIR) / "templates/games/card_city/rules"
CELL = re.compile(r'data-x="(-?\d+)" data-y="(-?\d+)" (?:data-card="(.)"|class="(yes|no)")')
HOME, SHOP, INDUSTRY = map(CODES.index, "RCI")


def picture(name):
    """Return the city of a picture, and the cells with a plus and with a cross."""
    drawn = CELL.findall((PICTURES / f"{name}.html").read_text())
    ((left, top),) = [(int(x), int(y)) for x, y, code, _ in drawn if code == CODES[START]]
    city, marks = FOUNDED, {"yes": set(), "no": set()}
    for x, y, code, mark in drawn:
        cell = cell_at(int(x) - left, int(y) - top)
        if mark:
            marks[mark].add(cell)
        elif code != CODES[START]:
            city = with_card(city, CODES.index(code), cell)
    return city, marks["yes"], marks["no"]


@pytest.mark.parametrize(("name", "card"), [("plan_first", "R"), ("plan_legal", "R"), ("plan_square", "I")])
def test_cc_32_a_card_may_go_where_the_picture_has_a_plus(name, card):
    city, yes, no = picture(name)
    allowed = {*cells_of(buildable(city, CODES.index(card)))}
    assert yes == allowed
    assert no == {*cells_of(city.frontier)} - allowed


@pytest.mark.parametrize("path", sorted(PICTURES.glob("plan_*.html")), ids=lambda path: path.stem)
def test_cc_33_and_cc_36_a_city_of_a_picture_keeps_its_limit_and_the_iron_rule(path):
    city, _, _ = picture(path.stem)
    assert counted(city) <= limit(city)
    assert not beside(city, (INDUSTRY,)) & city.cells[HOME]


@pytest.mark.parametrize("path", sorted(PICTURES.glob("plan_*.html")), ids=lambda path: path.stem)
def test_cc_45_a_shop_beside_a_shop_has_developed_between_two_residential_districts(path):
    city, _, _ = picture(path.stem)
    for district in districts(city.cells[SHOP]):
        homes = [each for each in districts(city.cells[HOME]) if each & near(district)]
        assert len(homes) >= district.bit_count() or district.bit_count() == 1


def test_cc_56_the_incomes_that_the_guide_tells():
    city, _, _ = picture("plan_income")
    assert (sorted(scoring.earning_sizes(city)), scoring.income(city)) == ([1, 1, 2], 6)


def test_cc_67_the_points_that_the_guide_counts():
    city, _, _ = picture("plan_end")
    assert (scoring.district_points(city), scoring.empty_cells(city)) == (14, 2)
    told = (PICTURES / "scoring.html").read_text()
    coins, worth, points = map(int, re.search(r"and (\d+) coins give (\d+)\. That's (\d+)", told).groups())
    assert (worth, points) == (coins // 5, 14 - 2 + coins // 5)
