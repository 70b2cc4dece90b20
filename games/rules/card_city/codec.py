"""States as plain JSON data and back; what no play can reach is refused."""

from dataclasses import asdict
from typing import Any

from games.rules.card_city.cards import CODES, DECK_TYPES
from games.rules.card_city.cities.city import FOUNDED, City, lies, with_card, with_coins
from games.rules.card_city.cities.grid import REACH, cell_at, place_of
from games.rules.card_city.invariants import check_invariants
from games.rules.card_city.moves import letters
from games.rules.card_city.state import Cards, Deal, Options, Phase, Piles, State
from games.rules.protocol import load_options


def dump(state: State) -> dict[str, Any]:
    """Return the state as JSON data: cards as rows of letters, cities as cards with x and y."""
    piles = state.piles
    return {
        "deal": asdict(state.deal),
        "phase": state.phase.value,
        "round": state.round,
        "cities": [_dump_city(city) for city in state.cities],
        "hands": [letters(hand) for hand in state.hands],
        "supply": list(state.supply),
        "deck": letters(state.deck),
        "piles": [piles.divider, piles.division, *map(letters, _rows(piles))],
        "acts": sorted(state.acts),
    }


def load(data: dict[str, Any]) -> State:
    """Return the state that was dumped; ``ValueError`` or ``LookupError`` if it is none."""
    divider, division, *rows = data["piles"]
    state = State(
        deal=_load_deal(data["deal"]),
        phase=Phase(data["phase"]),
        round=_whole(data["round"]),
        cities=tuple(map(_load_city, data["cities"])),
        hands=tuple(map(_cards, data["hands"])),
        supply=tuple(map(_whole, data["supply"])),
        deck=_cards(data["deck"]),
        piles=Piles(_whole(divider), _whole(division), *map(_cards, rows)),
        acts=frozenset(map(_whole, data["acts"])),
    )
    try:
        check_invariants(state)
    except AssertionError as error:
        raise ValueError(str(error)) from error
    return state


def _rows(piles: Piles) -> tuple[Cards, ...]:
    return piles.hand, piles.pair, piles.up, piles.down


def _load_deal(data: dict[str, Any]) -> Deal:
    options: Options = load_options(Options, data["options"])
    return Deal(options, _whole(data["seats"]), _whole(data["first"]))


def _dump_city(city: City) -> dict[str, Any]:
    placed = [[CODES[card], *place_of(cell)] for card, cell in lies(city) if card in DECK_TYPES]
    return {"cards": placed, "coins": city.coins}


def _load_city(data: dict[str, Any]) -> City:
    city = FOUNDED
    for code, x, y in data["cards"]:
        if not (isinstance(x, int) and isinstance(y, int) and max(abs(x), abs(y)) <= REACH):
            raise ValueError("no such cell")
        city = with_card(city, _card(code), cell_at(x, y))
    return with_coins(city, _whole(data["coins"]))


def _cards(text: str) -> Cards:
    return tuple(map(_card, text))


def _card(code: str) -> int:
    return DECK_TYPES[CODES.index(code)]


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 16:
        raise ValueError("no whole number")
    return value
