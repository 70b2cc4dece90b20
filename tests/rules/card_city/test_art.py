"""Everything the rules can show has a picture, and everything that can happen has a line in the log."""

import re
from dataclasses import is_dataclass

from django.template.loader import get_template

from games.rules.card_city import events
from games.rules.card_city.cards import TYPES


def _symbols():
    sprite = get_template("games/card_city/sprite.svg").render()
    return set(re.findall(r'<symbol id="s-([\w-]+)"', sprite))


def test_every_look_of_every_card_is_drawn():
    assert {f"{row.code}{look}" for row in TYPES for look in range(row.looks)} <= _symbols()


def test_every_event_has_a_line_in_the_log():
    kinds = [name for name, kind in vars(events).items() if isinstance(kind, type) and is_dataclass(kind)]
    assert len(kinds) == 14
    for kind in kinds:
        get_template(f"games/card_city/log/{kind}.html")
