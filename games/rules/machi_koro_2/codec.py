"""States as plain JSON data and back."""

from dataclasses import asdict
from typing import Any

from games.rules.machi_koro_2.state import City, Deal, Options, Row, State, Turn, built_by
from games.rules.protocol import load_options


def dump(state: State) -> dict[str, Any]:
    """Return the state as JSON data."""
    deal = state.deal
    return {
        "deal": {
            "options": asdict(deal.options),
            "seats": deal.seats,
            "first": deal.first,
            "decks": [list(deck) for deck in deal.decks],
        },
        "coins": list(state.coins),
        "cities": [[list(city.copies), list(city.landmarks)] for city in state.cities],
        "rows": [[list(row.kinds), list(row.counts), row.drawn] for row in state.rows],
        "turn": {**asdict(state.turn), "dice": list(state.turn.dice)},
    }


def load(data: dict[str, Any]) -> State:
    """Return the state that was dumped."""
    cities = tuple(City(tuple(copies), tuple(landmarks)) for copies, landmarks in data["cities"])
    return State(
        deal=_load_deal(data["deal"]),
        coins=tuple(data["coins"]),
        cities=cities,
        rows=tuple(Row(tuple(kinds), tuple(counts), drawn) for kinds, counts, drawn in data["rows"]),
        built=built_by(cities),
        turn=_load_turn(data["turn"]),
    )


def _load_deal(data: dict[str, Any]) -> Deal:
    options: Options = load_options(Options, data["options"])
    return Deal(options, data["seats"], data["first"], tuple(map(tuple, data["decks"])))


def _load_turn(data: dict[str, Any]) -> Turn:
    return Turn(**{**data, "dice": tuple(data["dice"])})
