"""What tests of the whole site ask of a title: what lies hidden, and what a page may be asked."""

from dataclasses import replace

from games.rules.karciane_miasto.cards import CARDS, PILES, PLAYER_CARDS, STARTER_DECKS, TYPES
from games.rules.karciane_miasto.decks import deck_faults, deck_text, read_deck
from games.rules.karciane_miasto.state import Phase
from tests.rules.karciane_miasto.worlds import hidden_part

QUIET_KINDS = ("plan", "official")
"""Cards that open no window: one in hand is like another for everybody else."""


def twin(deal, line, moves, random):
    """Return another deal that led to the same table, the moves that fit it, and who can tell.

    What nobody has seen of the piles lies in another order. If a card of a hand was never played, its
    owner chose a deck with another card in its place, so the owner can tell.
    """
    other = replace(deal, piles=replace(deal.piles, **_unseen_mixed(deal, line, moves, random)))
    swapped = _other_deck(line, moves)
    if swapped is None:
        assert other != deal
        return other, moves, frozenset()
    seat, text = swapped
    changed = [
        (who, f"deck {text}" if who == seat and move.startswith("deck") else move) for who, move in moves
    ]
    return other, changed, frozenset({seat})


def _unseen_mixed(deal, line, moves, random):
    """Return the piles of the deal with what lies untouched below in another order."""
    return {name: _mixed(getattr(deal.piles, name), _untouched(deal, line, name), random) for name in PILES}


def _untouched(deal, line, name):
    """Return how many cards of a pile, counted from below, have never been looked at."""
    start = getattr(deal.piles, name)
    left = len(start)
    for state in line:
        cards, seen = getattr(state.piles, name), hidden_part(state, name)
        below = next((n for n in range(min(left, len(cards)), 0, -1) if _holds(cards, start[-n:], seen)), 0)
        left = min(left, below)
    return left


def _holds(cards, tail, seen):
    """Tell whether the tail of the deal lies together among the cards, below those that are seen."""
    size = len(tail)
    return any(cards[at : at + size] == tail for at in range(seen, len(cards) - size + 1))


def _mixed(cards, count, random):
    kept, below = cards[: len(cards) - count], list(cards[len(cards) - count :])
    random.shuffle(below)
    return (*kept, *below)


def _other_deck(line, moves):
    """Return a seat and its deck with another card for one that it holds and never used, if there is one."""
    if line[-1].phase in (Phase.DECKS, Phase.DEAL, Phase.OVER):
        return None
    for seat, move in moves:
        kind, _, text = move.partition(" ")
        if kind == "deck" and (found := _replaced(line, moves, seat, read_deck(text))):
            return seat, found
    return None


def _replaced(line, moves, seat, deck):
    """Return the deck as text with a card that sorts to the same place, so that it is shuffled alike."""
    hand = line[-1].players[seat].hand
    named = {word for _, move in moves for word in move.split()}
    for card in sorted({*hand} - named):
        if CARDS[card].kind not in QUIET_KINDS or hand.count(card) != deck.count(card):
            continue
        after = [one.id for one in PLAYER_CARDS if card < one.id and one.id not in deck]
        last = max(at for at, one in enumerate(deck) if one == card)
        following = deck[last + 1] if last + 1 < len(deck) else "~"
        for other in sorted(after):
            changed = tuple(sorted((*deck[:last], other, *deck[last + 1 :])))
            fits = other < following and CARDS[other].kind in QUIET_KINDS
            if fits and changed[last] == other and not deck_faults(changed):
                return deck_text(changed)
    return None


def names(state):
    """Return what nobody may know: the order of every deck and pile, as long as it is met by no chance."""
    orders = [getattr(state.piles, name)[1:] for name in PILES] + [one.deck for one in state.players]
    if state.phase in (Phase.DECKS, Phase.DEAL):
        orders = orders[: len(PILES)]
    return [mark.join(order) for order in orders if len(order) > 5 for mark in (",", '", "', " ")]


def drafts(random, count):
    """Return fields of decisions being composed, sensible ones and others."""
    return [_draft(random) for _ in range(count)]


def _draft(random):
    cell = f"{random.randint(-3, 3)},{random.randint(-3, 3)}"
    return random.choice(
        [
            {"place": f"create {cell}"},
            {"goods": [f"{cell}*1", f"{cell}*2"], "add": cell},
            {"drop": cell},
            {"suggest": "1"},
            {"deck": random.choice([*STARTER_DECKS, "L01*40", "x"])},
            {"move": random.choice([f"play {random.choice(PLAYER_CARDS).id}", "build", "end", "?"])},
        ]
    )


def wrong_moves(random, count):
    """Return moves that are illegal, or none at all, at any time."""
    cell = f"{random.randint(10, 60)},0"
    wrong = [
        f"place create {cell}",
        f"use {cell} 0",
        "use #99999 0",
        "respond K01",
        "pay 77,7*1",
        "deck L01*40",
        f"exchange {random.choice(TYPES)}",
        "vote maybe",
        "shuffle 0 L01",
        "begin 0",
    ]
    return random.sample([*wrong, "ask vote sometimes", "mute D101", "next #99999 0", "", "pass 1"], count)


EASY = "deck neighbours"
"""What the crash tests need is asked only of the first title."""
EASY_PLIES = 0
