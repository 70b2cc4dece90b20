"""The rows of the card set as they stand in its file, to be spoilt."""

import json
from copy import deepcopy
from pathlib import Path

from games.rules.karciane_miasto import cards

DATA = json.loads(Path(cards.__file__).with_name("cards.json").read_text())
ROWS = {row["id"]: row for part in ("districts", "terrains", "player_cards") for row in DATA[part]}


def at_place(data, path):
    """Return what stands at a place: keys and numbers, from the outside."""
    for step in path:
        data = data[step]
    return data


def changed(data, path, value):
    """Return a copy with another value at a place."""
    copy = deepcopy(data)
    *way, last = path
    at_place(copy, way)[last] = value
    return copy
