"""What tests of the whole site ask of a title: what lies hidden, and what a page may be asked."""

from dataclasses import replace

from games.rules.card_city.cards import CODES
from games.rules.card_city.moves import Divide, letters, parse_move
from games.rules.card_city.setup import draw_size
from games.rules.card_city.state import Phase
from tests.rules.card_city.worlds import other_deck, other_hand, untouched


def twin(deal, line, moves, random):
    """Return another deal that led to the same table, the moves that fit it, and who can tell.

    In the first division of a round the divider's own cards differ too, so that the divider can tell.
    """
    state = line[-1]
    other = other_hand(state, random) if state.phase in (Phase.DIVIDE, Phase.CHOOSE, Phase.KEEP) else None
    if other is None or state.piles.division > 1:
        other, knowers = _another_deck(state, random), frozenset()
    else:
        knowers = frozenset({state.piles.divider})
        moves = _redivided(moves, other)
    dealt = _dealt(deal, state, other)
    assert dealt != deal
    return dealt, moves, knowers


def _another_deck(state, random):
    other = other_deck(state, random)
    while other == state:
        other = other_deck(state, random)
    return other


def _redivided(moves, other):
    """Return the moves, the last one a division that hides what is hidden in the other world."""
    if other.phase != Phase.CHOOSE:
        return moves
    seat, notation = moves[-1]
    made = parse_move(notation)
    return [*moves[:-1], (seat, str(Divide(made.pair, other.piles.down)))]


def _dealt(deal, state, other):
    """Return the deal whose deck has the other world's cards where this round's hand and the rest lay."""
    mine = sorted(_held(state))
    theirs = sorted(_held(other))
    gone, come = (
        [card for card in mine if mine.count(card) > theirs.count(card)],
        [card for card in theirs if theirs.count(card) > mine.count(card)],
    )
    fresh = untouched(state)
    drawn = deal.deck[: len(deal.deck) - fresh]
    if gone and state.round == 1:
        hand = tuple(sorted(_swapped(deal.piles.hand, gone[0], come[0])))
        return replace(deal, deck=(*drawn, *other.deck[:fresh]), piles=replace(deal.piles, hand=hand))
    if gone:
        count = draw_size(deal.deal.seats)
        drawn = (*drawn[:-count], *_swapped(drawn[-count:], gone[0], come[0]))
    return replace(deal, deck=(*drawn, *other.deck[:fresh]))


def _held(state):
    piles = state.piles
    return (*piles.hand, *piles.pair, *piles.up, *piles.down)


def _swapped(cards, old, new):
    at = cards.index(old)
    return (*cards[:at], new, *cards[at + 1 :])


def names(state):
    """Return what nobody may know: the order of the deck, as long as it cannot be met by chance."""
    order = letters(state.deck[: untouched(state)])
    return [order] if len(order) > 5 else []


def drafts(random, count):
    """Return fields of decisions being composed, sensible ones and others."""
    return [_draft(random) for _ in range(count)]


def _draft(random):
    cell = f"{random.randint(-4, 4)} {random.randint(-4, 4)}"
    match random.choice(["pair", "both", "under", "card", "cell", "why", "odd"]):
        case "pair":
            return {"pair": [str(random.randrange(8)) for _ in range(2)]}
        case "both":
            return {"pair": ["0", "1"], "down": [str(random.randrange(8)) for _ in range(3)]}
        case "under":
            return {"under": str(random.randrange(3))}
        case "card":
            return {"card": random.choice(CODES)}
        case "cell":
            return {"card": random.choice(CODES), "cell": cell}
        case "why":
            return {"card": random.choice(CODES), "why": cell}
    return {"cell": "9 9", "pair": "x", "card": "Z", "down": ["0"] * 9}


def wrong_moves(random, count):
    """Return moves that are illegal, or none at all, at any time."""
    far = [f"build {code} 4 {random.choice('-43')}" for code in "RCLIP"]
    wrong = ["divide LL hide LLL", "divide RC hide", "keep LLL", "buy 0 0", "develop R 0 0", "build P 0 0"]
    return random.sample([*far, *wrong, "buy 5 5", "pass 1", "choose", "", "develop P 1 0"], count)


EASY = "pass"
"""Not legal on every turn; what the crash tests need is asked only of the first title."""
EASY_PLIES = 0
