"""What a seat may take hidden cards for: any order it could not tell from the true one (KM-6)."""

from games.rules.karciane_miasto.cards import EFFECTS, PILES
from games.rules.karciane_miasto.dealing import piles_of
from games.rules.karciane_miasto.effect_texts import SearchEffect
from games.rules.karciane_miasto.planning import BASE, pile
from games.rules.karciane_miasto.state import Phase, Player, State
from games.rules.protocol import Draw
from games.rules.records import renewed


def imagine(state: State, seat: int, draw: Draw) -> State:
    """Return a position with other cards where the seat cannot look (KM-6)."""
    if state.phase in (Phase.DECKS, Phase.DEAL):
        return state
    piles = {name: _other_pile(state, name, draw) for name in PILES}
    players = [_other_cards(state, one, one == seat, draw) for one in range(len(state.players))]
    return renewed(state, piles=renewed(piles_of(piles), known=state.piles.known), players=tuple(players))


def _other_pile(state: State, name: str, draw: Draw) -> tuple[str, ...]:
    """Return a pile with what lies under what is seen in another order."""
    cards = pile(state, name)
    taken = state.build is not None and state.build.pile == name
    seen = int(state.piles.known if name == BASE else not taken)
    return cards[:seen] + _mixed(cards[seen:], draw)


def _other_cards(state: State, one: int, own: bool, draw: Draw) -> Player:
    """Return a player with another deck, and another hand if it is neither the seat's nor asked about."""
    player, asked = state.players[one], state.question is not None and state.question.seat == one
    if own or asked:
        top = _searched(state) if asked else 0
        return renewed(player, deck=player.deck[:top] + _mixed(player.deck[top:], draw))
    cards, count = _mixed(player.hand + player.deck, draw), len(player.hand)
    return renewed(player, hand=cards[:count], deck=cards[count:])


def _searched(state: State) -> int:
    """Return how many cards the seat that is asked sees on top of its deck (KM-115)."""
    effect = EFFECTS.get(state.question.about) if state.question else None
    return effect.n if isinstance(effect, SearchEffect) else 0


def _mixed(cards: tuple[str, ...], draw: Draw) -> tuple[str, ...]:
    return draw.shuffle("imagine", cards)
