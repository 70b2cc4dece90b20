"""Two worlds that look the same to a viewer: what lies hidden from it is exchanged (KM-6)."""

from dataclasses import replace

from games.rules.karciane_miasto.cards import PILES
from games.rules.karciane_miasto.state import Phase


def other_world(state, random, viewer=None):
    """Return a position that the viewer, or nobody if there is none, could not tell from this one."""
    piles = {name: _under_the_top(state, name, random) for name in PILES}
    players = tuple(_other_player(state, seat, random, seat == viewer) for seat in range(len(state.players)))
    return replace(state, piles=replace(state.piles, **piles), players=players)


def hidden_part(state, name):
    """Return how many cards of a pile are seen; the others nobody may know (KM-6, KM-26)."""
    taken = state.build is not None and state.build.pile == name and bool(state.build.card)
    return int(state.piles.known) if name == "base" else int(not taken)


def _under_the_top(state, name, random):
    cards, seen = getattr(state.piles, name), hidden_part(state, name)
    return (*cards[:seen], *random.sample(cards[seen:], max(len(cards) - seen, 0)))


def _other_player(state, seat, random, own):
    player = state.players[seat]
    if state.phase in (Phase.DECKS, Phase.DEAL):
        return player
    if own:
        searching = state.question is not None and state.question.kind == "find"
        deck = player.deck if searching else tuple(random.sample(player.deck, len(player.deck)))
        return replace(player, deck=deck)
    cards = random.sample(player.hand + player.deck, len(player.hand + player.deck))
    count = len(player.hand)
    return replace(player, hand=tuple(cards[:count]), deck=tuple(cards[count:]))
