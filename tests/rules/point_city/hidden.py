"""What tests of the whole site ask of a title: what lies hidden, and what a page may be asked."""

from dataclasses import replace

from games.rules.point_city.board import PAIRS
from games.rules.point_city.cards import BUILDINGS, CARDS, SORTS, TOKENS
from games.rules.point_city.packed import BUILT, CARD
from tests.rules.point_city.worlds import other_world


def twin(deal, line, moves, random):
    """Return another deal that led to the same table, the same moves, and who can tell: nobody."""
    order = other_world(line[-1], random).deal.order
    other = replace(deal, deal=replace(deal.deal, order=order), market=order[: len(deal.market)])
    assert other != deal
    return other, moves, frozenset()


def names(state):
    """Return the names of everything that nobody may know."""
    shown = {value & CARD for value in state.market if value >= BUILT}
    shown |= {card for city in state.cities for card in city.buildings}
    return [CARDS[card].id for card in range(len(BUILDINGS)) if card not in shown]


def drafts(random, count):
    """Return fields of turns being composed, sensible ones and others."""
    return [_draft(random) for _ in range(count)]


def _draft(random):
    kind = random.choice(["one", "pair", "pair", "paid", "paid", "civic", "civic", "flip", "deck"])
    pair = [str(slot) for slot in random.choice(PAIRS)]
    match kind:
        case "one":
            return {"slot": random.choice(pair)}
        case "flip":
            return {"flip": random.choice(pair)}
        case "deck":
            return {"deck": "1"}
        case "paid":
            return {"slot": pair, "pay": " ".join(random.choices(SORTS, k=random.randint(1, 4)))}
        case "civic":
            return {"slot": pair, "token": [token.id for token in random.sample(TOKENS, 2)]}
    return {"slot": pair}


def wrong_moves(random, count):
    """Return moves that are illegal, or none at all; every token is asked for."""
    tokens = [token.id for token in random.sample(TOKENS, len(TOKENS))]
    asked = ["take {} {} get {}".format(*random.choice(PAIRS), token) for token in tokens]
    cards = [f"take {random.choice(CARDS).id} 3", "flip 16", "take 0 15", "take 5 5", "pass", "automa"]
    dear = ["take {} {} pay {}".format(*random.choice(PAIRS), " ".join(SORTS[:9]))]
    return random.sample([*asked, *cards, *dear, "undo", "flip pc-001", ""], count)


EASY = "deck"
"""A move that is legal on every turn of a game until its deck is used up, after ``EASY_PLIES``."""
EASY_PLIES = 30
