"""What is true of every state that play can reach; for tests, stored states and the playout command."""

from collections import Counter
from functools import lru_cache

from games.rules.karciane_miasto.act.goods import good_of
from games.rules.karciane_miasto.cards import CARDS, MAP_CARDS, PILES, PLAYERS, SETTINGS
from games.rules.karciane_miasto.city import canonical
from games.rules.karciane_miasto.decks import deck_faults
from games.rules.karciane_miasto.state import NOBODY, Phase, Player, State
from games.rules.karciane_miasto.tasks import Bury

BOX = Counter({card.id: card.copies for card in MAP_CARDS})
HOMES = {name: frozenset(card.id for card in MAP_CARDS if card.pile == name) for name in PILES}
"""The cards that belong in each pile."""


def check_invariants(state: State) -> None:
    """Raise ``AssertionError`` unless every card is in one place and every number in its range."""
    _check_map_cards(state)
    _check_city(state)
    for seat in range(len(state.players)):
        _check_player(state, seat)
    _check_serials(state)
    _check_asking(state)


def _check_map_cards(state: State) -> None:
    """Every card of the box is in its pile, on the map or being built (KM-8, KM-24)."""
    placed = Counter(lot.card for lot in state.city.lots)
    for name in PILES:
        cards = getattr(state.piles, name)
        assert HOMES[name].issuperset(cards), "a card in the wrong pile"
        placed.update(cards)
    if state.build and state.build.card and not state.build.serial:
        placed[state.build.card] += 1
    assert placed == BOX, "a card of the city is lost or doubled"
    assert state.piles.base or not state.piles.known, "a known card of an empty pile"


def _check_city(state: State) -> None:
    """One card lies on a cell, in canonical order; three types of Districts hold goods (KM-13, KM-16)."""
    cells = [lot.cell for lot in state.city.lots]
    assert cells == sorted({*cells}, key=canonical), "the map is out of order"
    for lot in state.city.lots:
        assert lot.goods >= 0, "a debt of goods"
        assert good_of(lot) is not None or not lot.goods, "goods where none can be"


def _check_player(state: State, seat: int) -> None:
    player = state.players[seat]
    assert player.vp >= 0, "a debt of VP"
    assert all(0 <= points <= SETTINGS.support_max for points in player.support), "support out of range"
    cards = _cards_of(state, seat)
    if player.deck_name:
        assert _is_legal(tuple(sorted(cards)), state.deal.version), "a deck that is not legal"
    else:
        assert not cards, "cards without a deck"
    assert not player.gone or not player.zone, "a zone of somebody who left"
    _check_zone(player)


@lru_cache
def _is_legal(cards: tuple[str, ...], version: int) -> bool:
    return not deck_faults(cards, version)


def _cards_of(state: State, seat: int) -> list[str]:
    """Return all cards of a player, wherever they are."""
    player = state.players[seat]
    cards = [*player.hand, *player.deck, *player.discard, *(piece.card for piece in player.zone)]
    cards += [task.card for task in state.agenda if isinstance(task, Bury) and task.seat == seat]
    if state.playing and state.turn.active == seat:
        cards.append(state.playing.card)
    return cards


def _check_zone(player: Player) -> None:
    """Plans are not fulfilled, Long Events not over, names of Plans not twice (KM-30, KM-39, KM-40)."""
    for piece in player.zone:
        card = CARDS[piece.card]
        assert card.kind in ("plan", "official") or card.subtype == "long", "a card that has no zone"
        assert 0 <= piece.counters < max(card.needed, 1), "a Plan that is fulfilled"
        assert 0 <= piece.time <= card.time and bool(piece.time) == bool(card.time), "time that is over"
    plans = [piece.card for piece in player.zone if CARDS[piece.card].kind == "plan"]
    assert len(plans) == len({*plans}), "a Plan twice"


def _check_serials(state: State) -> None:
    """Every card in play has a number of its own, and an Official is in play once (KM-41)."""
    pieces = [piece for player in state.players for piece in player.zone]
    serials = [lot.serial for lot in state.city.lots] + [piece.serial for piece in pieces]
    assert len(serials) == len({*serials}), "two cards with one number"
    assert all(0 < serial < state.serial for serial in serials), "a number that was not given"
    officials = [piece.card for piece in pieces if CARDS[piece.card].kind == "official"]
    assert len(officials) == len({*officials}), "an Official twice"


def _check_asking(state: State) -> None:
    """Somebody is asked while the game goes on, and nothing is left over when it is over (KM-77, KM-100)."""
    seats = state.deal.seats
    assert seats == len(state.players) and seats in PLAYERS, "no such seats"
    if state.phase == Phase.OVER:
        assert not state.agenda and not state.question and not state.build, "a game that is over goes on"
    elif state.phase in (Phase.DECKS, Phase.DEAL):
        assert state.turn.active == NOBODY and not state.question, "a turn before the deal"
    else:
        assert state.question, "nobody is asked"
        assert not state.players[state.question.seat].gone, "somebody who left is asked"
        assert 1 <= state.turn.round <= SETTINGS.max_rounds, "no such round"
