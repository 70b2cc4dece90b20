"""Composing a decision part by part, by the engine's own checks (CC-22, CC-25, CC-71)."""

from games.rules.card_city.cards import CODES, PAIR, TYPES
from games.rules.card_city.cities.growth import growths
from games.rules.card_city.moves import Divide, Keep
from games.rules.card_city.play.divisions import hidden_count
from games.rules.card_city.show.draft import CardCityDraft, Tile
from games.rules.card_city.show.placing import compose_placing
from games.rules.card_city.show.wishes import Wish, read
from games.rules.card_city.state import Phase, State
from games.rules.fields import choose
from games.rules.protocol import Fields


def compose(state: State, seat: int, fields: Fields) -> CardCityDraft:
    """Return the draft the fields ask for; out of turn there is at most to wait (CC-54)."""
    phase = state.phase.value
    if seat not in state.acts:
        waits = state.phase == Phase.DEVELOP and bool(growths(state.cities[seat], state.supply))
        return CardCityDraft("wait" if waits else "nothing", phase)
    wish = read(fields)
    match state.phase:
        case Phase.DIVIDE:
            return _dividing(state, wish)
        case Phase.CHOOSE:
            return CardCityDraft("pile", phase, warnings=_warnings(state, seat))
        case Phase.KEEP:
            return _keeping(state, wish)
        case _:
            return compose_placing(state, seat, wish)


def _dividing(state: State, wish: Wish) -> CardCityDraft:
    hand = state.piles.hand
    places = range(len(hand))
    wanted = hidden_count(len(hand))
    pair = choose([place for place in wish.pair if place in places], PAIR)
    down = choose([place for place in wish.down if place in places and place not in pair], wanted)
    piles = ("pair" if place in pair else "down" if place in down else "up" for place in places)
    pair_left, down_left = PAIR - len(pair), wanted - len(down)
    chosen = (tuple(sorted(hand[place] for place in each)) for each in (pair, down))
    return CardCityDraft(
        "pair" if pair_left else "down" if down_left else "confirm",
        state.phase.value,
        tiles=tuple(Tile(place, CODES[hand[place]], pile) for place, pile in enumerate(piles)),
        pair_left=pair_left,
        down_left=down_left,
        notation=None if pair_left or down_left else str(Divide(*chosen)),
    )


def _keeping(state: State, wish: Wish) -> CardCityDraft:
    hand = state.piles.hand
    under = wish.under if wish.under in range(len(hand)) else None
    kept = tuple(card for place, card in enumerate(hand) if place != under)
    return CardCityDraft(
        "under" if under is None else "confirm",
        state.phase.value,
        tiles=tuple(
            Tile(place, CODES[card], "under" if place == under else "keep") for place, card in enumerate(hand)
        ),
        notation=None if under is None else str(Keep(kept)),
    )


def _warnings(state: State, seat: int) -> tuple[str, ...]:
    """Tell of a card in sight that could not be paid at present."""
    coins = state.cities[seat].coins
    seen = (*state.piles.pair, *state.piles.up)
    return ("unpaid",) if any(TYPES[card].cost > coins for card in seen) else ()
