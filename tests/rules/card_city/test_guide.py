"""The pictures of the guide mark the cells that the rules allow."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.rules.card_city.cards import CODES, START
from games.rules.card_city.city import FOUNDED, buildable, with_card
from games.rules.card_city.grid import cell_at, cells_of

PICTURES = Path(settings.BASE_DIR) / "templates/games/card_city/rules"
CELL = re.compile(r'data-x="(-?\d+)" data-y="(-?\d+)" (?:data-card="(.)"|class="(yes|no)")')


@pytest.mark.parametrize(("name", "card"), [("plan_first", "R"), ("plan_legal", "R"), ("plan_square", "I")])
def test_cc_32_a_card_may_go_where_the_picture_has_a_plus(name, card):
    drawn = CELL.findall((PICTURES / f"{name}.html").read_text())
    ((left, top),) = [(int(x), int(y)) for x, y, code, _ in drawn if code == CODES[START]]
    city, marks = FOUNDED, {"yes": set(), "no": set()}
    for x, y, code, mark in drawn:
        cell = cell_at(int(x) - left, int(y) - top)
        if mark:
            marks[mark].add(cell)
        elif code != CODES[START]:
            city = with_card(city, CODES.index(code), cell)
    allowed = {*cells_of(buildable(city, CODES.index(card)))}
    assert marks["yes"] == allowed
    assert marks["no"] <= {*cells_of(city.frontier)} - allowed
