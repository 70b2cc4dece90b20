"""What tests of the whole site ask of a title: what lies hidden, and what a page may be asked."""

from dataclasses import replace

from games.rules.machi_koro_2.cards import CARDS, COPIES, IDS
from tests.rules.machi_koro_2.worlds import other_world


def twin(deal, line, moves, random):
    """Return another deal that led to the same table, the same moves, and who can tell: nobody."""
    decks = other_world(line[-1], random).deal.decks
    other = replace(deal, deal=replace(deal.deal, decks=decks))
    assert other != deal
    return other, moves, frozenset()


def names(state):
    """Return the names of the copies that lie in the decks, as the shuffle knows them."""
    hidden = {card for row in range(len(state.rows)) for card in state.deck(row)}
    return [f"{IDS[card]}#{copy}" for card in sorted(hidden) for copy in range(1, COPIES[card] + 1)]


def drafts(random, count):
    """Return fields of moves being composed, sensible ones and others."""
    return [_draft(random) for _ in range(count)]


def _draft(random):
    card, other = random.choice(IDS), random.choice(IDS)
    seat = random.randrange(5)
    return random.choice(
        [
            {"card": card},
            {"own": f"{seat}-{card}"},
            {"own": f"{seat}-{card}", "theirs": f"{random.randrange(5)}-{other}"},
            {"theirs": other, "card": [card, other]},
        ]
    )


def wrong_moves(random, count):
    """Return moves that are illegal, or none at all."""
    card = random.choice(CARDS).id
    wrong = [
        "roll 3",
        "rolled 6",
        "rolled 1 1",
        "swap mine 7 mine",
        f"build {card}s",
        "give park",
        "decline 1",
    ]
    return random.sample([*wrong, f"swap {card} 0 {card}", f"build {card} 2", "undo 1", "pass 1", ""], count)


EASY = "pass"
"""A move that is legal at every opportunity of the first rounds, ``EASY_PLIES`` with two seats."""
EASY_PLIES = 6
