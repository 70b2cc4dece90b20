"""Two worlds that look the same to a viewer: what lies hidden from it is exchanged (KM-6)."""

from dataclasses import replace

from games.rules.karciane_miasto.cards import PILES, PLAYER_CARDS
from games.rules.karciane_miasto.decks import deck_faults
from games.rules.karciane_miasto.flow.windows import PASSES, responses
from games.rules.karciane_miasto.settings import Wishes
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


def strange_world(state, random, viewer):
    """Return such a position in which the others also brought other decks and want to be asked otherwise.

    Every card that they have not shown is exchanged, one by one and as long as their deck stays legal.
    """
    other = other_world(state, random, viewer)
    players = [
        player if seat == viewer or not player.deck_name else _stranger(other, seat, random)
        for seat, player in enumerate(other.players)
    ]
    return _asked_anew(replace(other, players=tuple(players)), viewer)


def _stranger(state, seat, random):
    player = state.players[seat]
    hidden = [*player.hand, *player.deck]
    fixed = _fixed(state, seat)
    for at in random.sample(range(len(hidden)), len(hidden)):
        for card in random.sample(PLAYER_CARDS, 3):
            changed = [*hidden[:at], card.id, *hidden[at + 1 :]]
            if not deck_faults([*fixed, *changed]):
                hidden = changed
    wishes = Wishes(auto_order=player.wishes.auto_order, muted=(random.choice(("K01", "O01")),))
    count = len(player.hand)
    deck = hidden[count:] if state.turn.number or player.hand else sorted(hidden[count:])
    return replace(player, deck_name="own", hand=tuple(hidden[:count]), deck=tuple(deck), wishes=wishes)


def _fixed(state, seat):
    """Return the cards of a seat that everybody sees: the other cards of its 40."""
    player = state.players[seat]
    cards = [*player.discard, *(piece.card for piece in player.zone)]
    cards += [task.card for task in state.agenda if type(task).__name__ == "Bury" and task.seat == seat]
    playing = [state.playing.card] if state.playing and state.turn.active == seat else []
    return cards + playing


def _asked_anew(state, viewer):
    """Return the position with the options that another seat has, holding what it holds here."""
    question = state.question
    if question is None or question.seat == viewer:
        return state
    player = state.players[question.seat]
    options = question.options
    if question.kind == "respond":
        options = (*responses(state, question.seat), *PASSES)
    elif question.kind in ("hand", "discard"):
        options = tuple(f"discard {card}" for card in dict.fromkeys(player.hand))
    elif question.kind == "find":
        options = tuple(f"find {card}" for card in dict.fromkeys(player.deck[:3]))
    return replace(state, question=replace(question, options=options))
