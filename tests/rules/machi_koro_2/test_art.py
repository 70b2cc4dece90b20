"""Everything the rules can show has a picture, and everything that can happen has a line in the log."""

import re
from typing import get_args

from django.template.loader import get_template

from games.rules.machi_koro_2 import cards, events


def _symbols():
    sprite = get_template("games/machi_koro_2/sprite.svg").render()
    return re.findall(r'<symbol id="s-([\w-]+)"', sprite)


def test_every_card_symbol_and_side_of_a_die_is_drawn_once():
    drawn = _symbols()
    dice = [f"die-{pips}" for pips in range(1, 7)]
    wanted = {*cards.IDS, *cards.SYMBOLS, *dice, *(card.timing for card in cards.LANDMARKS), "coin"}
    assert wanted <= {*drawn}
    assert len(drawn) == len(set(drawn))


def test_every_picture_is_asked_for_by_a_name_that_exists():
    sprite = get_template("games/machi_koro_2/sprite.svg").render()
    known = set(re.findall(r'id="([\w-]+)"', sprite))
    assert set(re.findall(r'href="#([\w-]+)"', sprite)) <= known


def test_every_event_has_a_line_in_the_log():
    kinds = get_args(events.Event)
    assert len(kinds) == 14
    for kind in kinds:
        get_template(f"games/machi_koro_2/log/{kind.__name__}.html")
