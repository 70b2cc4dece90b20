"""A position as it might truly be, of all that a seat cannot tell apart (KM-6).

What the others brought is guessed: one of the starter decks that hold every card they have shown, each as
likely, or now and then, and always if none does, some other legal deck.
"""

from collections import Counter
from functools import lru_cache

from games.rules.karciane_miasto.act.piles import pile
from games.rules.karciane_miasto.bot.concealing import OWN, asked_of, searched, seen_of, shown
from games.rules.karciane_miasto.cards import CARDS, PILES, PLAYER_CARDS, SETTINGS, STARTER_DECKS
from games.rules.karciane_miasto.decks import read_deck
from games.rules.karciane_miasto.flow.dealing import piles_of
from games.rules.karciane_miasto.flow.windows import PASSES, responses
from games.rules.karciane_miasto.state import Player, State
from games.rules.protocol import Draw
from games.rules.records import renewed

_OWN_DECKS = 10
"""One in so many decks is guessed to be a player's own although a starter deck fits."""
_POOL = tuple(card.id for card in PLAYER_CARDS for _ in range(SETTINGS.max_copies))


def imagine(concealed: State, seat: int, draw: Draw) -> State:
    """Return a position that a seat cannot tell from the concealed one."""
    piles = {name: _some_pile(concealed, name, draw) for name in PILES}
    players = [
        _own(concealed, seat, draw) if one == seat else _other(concealed, one, draw)
        for one in range(len(concealed.players))
    ]
    world = renewed(
        concealed,
        piles=renewed(piles_of(piles), known=concealed.piles.known),
        players=tuple(players),
        question=asked_of(players, concealed.question, seat),
    )
    question = world.question
    if question and question.seat != seat and question.kind == "respond":
        options = (*responses(world, question.seat), *PASSES)
        return renewed(world, question=renewed(question, options=options))
    return world


def _some_pile(state: State, name: str, draw: Draw) -> tuple[str, ...]:
    cards, seen = pile(state, name), seen_of(state, name)
    return (*cards[:seen], *draw.shuffle("imagine", cards[seen:]))


def _own(state: State, seat: int, draw: Draw) -> Player:
    player = state.players[seat]
    if not player.hand and not state.turn.number:
        return player
    known, count = searched(state, seat)
    left = Counter(player.deck) - Counter(known)
    top = list(known)
    again = [card for card in draw.shuffle("imagine", [*left.elements()]) if card in known]
    top += again[: count - len(top)]
    rest = Counter(player.deck) - Counter(top)
    return renewed(player, deck=(*top, *draw.shuffle("imagine", [*rest.elements()])))


def _other(state: State, seat: int, draw: Draw) -> Player:
    player = state.players[seat]
    if not player.deck_name:
        return player
    name, unseen = _guessed(tuple(sorted(shown(state, seat))), state.deal.version, draw)
    hand, count = len(player.hand), len(player.hand) + len(player.deck)
    if not hand and not state.turn.number:
        return renewed(player, deck_name=name, deck=tuple(sorted(unseen)))
    cards = draw.shuffle("imagine", unseen)
    return renewed(player, deck_name=name, hand=cards[:hand], deck=cards[hand:count])


def _guessed(open_cards: tuple[str, ...], version: int, draw: Draw) -> tuple[str, tuple[str, ...]]:
    """Return the name of a deck that somebody might have brought, and which of its cards are not shown."""
    fitting = _fitting(open_cards, version)
    if fitting and draw.below("own", _OWN_DECKS):
        return fitting[draw.below("deck", len(fitting))]
    return OWN, _unseen(open_cards, draw)


@lru_cache(maxsize=256)
def _fitting(open_cards: tuple[str, ...], version: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the starter decks that hold all these cards, each with the others that it holds."""
    fitting = []
    for name in STARTER_DECKS:
        left = Counter(read_deck(name, version))
        left.subtract(open_cards)
        if min(left.values()) >= 0:
            fitting.append((name, tuple(left.elements())))
    return tuple(fitting)


def _unseen(open_cards: tuple[str, ...], draw: Draw) -> tuple[str, ...]:
    """Return any cards that with those that are open make a legal deck (KM-103, KM-104)."""
    pool = draw.shuffle("pool", [*(Counter(_POOL) - Counter(open_cards)).elements()])
    missing = max(0, SETTINGS.min_plans - sum(CARDS[card].kind == "plan" for card in open_cards))
    plans = [card for card in pool if CARDS[card].kind == "plan"][:missing]
    others = draw.shuffle("pool", [*(Counter(pool) - Counter(plans)).elements()])
    return (*plans, *others[: SETTINGS.deck_size - len(open_cards) - len(plans)])
