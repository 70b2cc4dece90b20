"""Random games with mixed decks, and what of the cards and of their terms they exercised."""

from collections import Counter
from random import Random

from games.bots.playouts import LooseDraw, deal
from games.rules.karciane_miasto.act import conditions, costs
from games.rules.karciane_miasto.cards import CARDS, PLAYER_CARDS, SETTINGS
from games.rules.karciane_miasto.decks import deck_faults, deck_text
from games.rules.karciane_miasto.effects import kinds
from games.rules.karciane_miasto.moves import IDLE
from games.rules.protocol import CHANCE
from tests.rules.karciane_miasto.build import RULESET

TABLES = {"effect": kinds.KINDS, "cost": costs.PAYERS, "condition": conditions.CONDITIONS}
USED = {
    "Built": lambda event: (event.card, "built"),
    "CardPlayed": lambda event: (event.card, "played"),
    "Responded": lambda event: (event.card, "responded"),
    "ActionUsed": lambda event: (event.card, f"action {event.ability}"),
    "ActionBUsed": lambda event: (event.card, f"action_b {event.ability}"),
    "ReactionHappened": lambda event: (event.card, f"reaction {event.ability}"),
}
"""What an event tells of a card being used."""


def mixed_deck(random):
    """Return a legal deck of random cards."""
    pool = [card.id for card in PLAYER_CARDS for _ in range(SETTINGS.max_copies)]
    while deck_faults(cards := random.sample(pool, SETTINGS.deck_size)):
        pass
    return deck_text(cards)


def mixed_game(seats, seed):
    """Yield every step of a random game with mixed decks."""
    state, random = deal(RULESET, seats, seed), Random(seed)
    for seat in range(seats):
        state = RULESET.apply(state, seat, RULESET.parse_move(f"deck {mixed_deck(random)}")).state
    draw = LooseDraw(seed)
    while acting := RULESET.to_act(state):
        seat = min(acting)
        move = RULESET.sample(state, draw) if seat == CHANCE else busy_move(state, seat, random)
        step = RULESET.apply(state, seat, move)
        yield step
        state = step.state


def busy_move(state, seat, random):
    """Return a random move, seldom one that only waits."""
    moves = RULESET.legal_moves(state, seat)
    doing = [move for move in moves if move.kind not in IDLE]
    return random.choice(doing if doing and random.random() < 0.8 else moves)


def counted(monkeypatch):
    """Return a counter of every kind of effect, cost and condition carried out from now on."""
    found = Counter()
    for name, table in TABLES.items():
        for kind, function in table.items():
            monkeypatch.setitem(table, kind, _counting(found, (name, kind), function))
    return found


def _counting(found, key, function):
    def counting(*arguments):
        found[key] += 1
        return function(*arguments)

    return counting


def used(step):
    """Yield what of which cards a step used."""
    for event in step.events:
        if tell := USED.get(type(event).__name__):
            yield tell(event)


def wanted():
    """Return everything of every card that can be used."""
    found = set()
    for card in CARDS.values():
        found.add((card.id, "built" if card.pile else "responded" if card.window else "played"))
        for at, ability in enumerate(card.abilities):
            found |= _uses(card, at, ability)
    return found


def _uses(card, at, ability):
    if ability.kind == "action":
        main = {(card.id, f"action {at}")} if "main" in ability.timing else set()
        return main | ({(card.id, "responded")} if {*ability.timing} - {"main"} else set())
    return {(card.id, f"{ability.kind} {at}")} if ability.kind in ("action_b", "reaction") else set()
