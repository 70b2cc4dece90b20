"""The rules as they were: games are played to their end under those they began with.

Version 1: Time passage asked nobody, and two starter decks held other cards (KM-30, KM-105). The
position bears the version; it was not written down then.

Version 2: the log told of a swap after what it had turned up (KM-47).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.rules.karciane_miasto import codec
from games.rules.karciane_miasto.flow import dealing
from games.rules.karciane_miasto.state import Options, State
from games.rules.protocol import Draw
from games.rules.records import renewed

DIGEST_1 = "6f3d5852edc4a1ba9d7eaab3c3cb6b3f4ea4829af70291464c99d58657942495"
"""The digest of the card set as it was then, which the proofs of those games state."""


def setup_1(seats: int, options: Options, draw: Draw) -> State:
    """Deal a game of version 1."""
    state = dealing.setup(seats, options, draw)
    return renewed(state, deal=replace(state.deal, version=1))


def setup_2(seats: int, options: Options, draw: Draw) -> State:
    """Deal a game of version 2."""
    state = dealing.setup(seats, options, draw)
    return renewed(state, deal=replace(state.deal, version=2))


def dump_1(state: State) -> Any:
    """Return the state as JSON data without the version."""
    data = codec.dump(state)
    return {**data, "deal": data["deal"][:-1]}


def load_1(data: Mapping[str, Any]) -> State:
    """Return the state that was dumped; ``ValueError`` or ``LookupError`` if it is none."""
    return codec.load({**data, "deal": [*data["deal"], 1]})
