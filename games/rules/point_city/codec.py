"""States as plain JSON data and back."""

from dataclasses import asdict
from typing import Any

from games.rules.point_city.state import City, Deal, Options, State, city_of
from games.rules.protocol import load_options


def dump(state: State) -> dict[str, Any]:
    """Return the state as JSON data."""
    return {
        "deal": _dump_deal(state.deal),
        "market": list(state.market),
        "cities": [_dump_city(city) for city in state.cities],
        "line": list(state.line),
        "discard": list(state.discard),
        "drawn": state.drawn,
        "turn": state.turn,
        "flipped": state.flipped,
        "over": state.over,
    }


def load(data: dict[str, Any]) -> State:
    """Return the state that was dumped."""
    return State(
        deal=_load_deal(data["deal"]),
        market=tuple(data["market"]),
        cities=tuple(city_of(*map(tuple, piles)) for piles in data["cities"]),
        line=tuple(data["line"]),
        discard=tuple(data["discard"]),
        drawn=data["drawn"],
        turn=data["turn"],
        flipped=data["flipped"],
        over=data["over"],
    )


def _dump_deal(deal: Deal) -> dict[str, Any]:
    return {
        "options": asdict(deal.options),
        "seats": deal.seats,
        "first": deal.first,
        "order": list(deal.order),
        "salt": deal.salt,
    }


def _load_deal(data: dict[str, Any]) -> Deal:
    options: Options = load_options(Options, data["options"])
    return Deal(options, data["seats"], data["first"], tuple(data["order"]), data["salt"])


def _dump_city(city: City) -> list[list[int]]:
    return [list(city.cards), list(city.buildings), list(city.tokens)]
