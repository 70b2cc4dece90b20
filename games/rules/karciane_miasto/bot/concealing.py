"""What a seat knows, as a position: what it cannot see lies there in a fixed order (KM-6).

Nothing of what is hidden is left: not how the piles and decks lie, not the hands of the others nor
which decks they brought, not how they want to be asked. Instead of what nobody has shown yet, the others
hold Plans: with any cards they have shown those make a legal deck.
"""

from collections import Counter
from collections.abc import Sequence

from games.rules.karciane_miasto.act.piles import BASE, pile
from games.rules.karciane_miasto.cards import EFFECTS, PILES, PLAYER_CARDS, SETTINGS
from games.rules.karciane_miasto.flow.dealing import piles_of
from games.rules.karciane_miasto.flow.windows import PASSES
from games.rules.karciane_miasto.settings import Wishes
from games.rules.karciane_miasto.state import Player, Question, State
from games.rules.karciane_miasto.tasks import Bury
from games.rules.karciane_miasto.text.effects import SearchEffect
from games.rules.records import renewed

OWN = "own"
_PLANS = tuple(card.id for card in PLAYER_CARDS if card.kind == "plan" for _ in range(SETTINGS.max_copies))


def conceal(state: State, seat: int) -> State:
    """Return the one position that stands for all that a seat cannot tell from this one."""
    piles = {name: _concealed_pile(state, name) for name in PILES}
    players = [_own(state, seat) if one == seat else _other(state, one) for one in range(len(state.players))]
    return renewed(
        state,
        piles=renewed(piles_of(piles), known=state.piles.known),
        players=tuple(players),
        question=asked_of(players, state.question, seat),
    )


def seen_of(state: State, name: str) -> int:
    """Return how many cards of a pile, from the top, everybody sees (KM-6, KM-26, KM-50)."""
    if name == BASE:
        return int(state.piles.known)
    return int(not (state.build and state.build.card and state.build.pile == name))


def _concealed_pile(state: State, name: str) -> tuple[str, ...]:
    cards, seen = pile(state, name), seen_of(state, name)
    return (*cards[:seen], *sorted(cards[seen:]))


def searched(state: State, seat: int) -> tuple[tuple[str, ...], int]:
    """Return the cards that a seat finds on top of its deck, each once, and how many it looks at (KM-115)."""
    question = state.question
    if question is None or question.seat != seat or question.kind != "find":
        return (), 0
    effect = EFFECTS[question.about]
    assert isinstance(effect, SearchEffect)
    cards = tuple([option.split()[1] for option in question.options])
    return cards, min(effect.n, len(state.players[seat].deck))


def _own(state: State, seat: int) -> Player:
    player = state.players[seat]
    known, count = searched(state, seat)
    top = list(known)
    left = Counter(player.deck) - Counter(top)
    while len(top) < count:
        again = next(card for card in known if left[card])
        left[again] -= 1
        top.append(again)
    return renewed(player, deck=(*top, *sorted(left.elements())))


def shown(state: State, seat: int) -> list[str]:
    """Return the cards of a seat that lie open or are being played (KM-6)."""
    player = state.players[seat]
    cards = [*player.discard, *[piece.card for piece in player.zone]]
    cards += [task.card for task in state.agenda if isinstance(task, Bury) and task.seat == seat]
    if state.playing and state.turn.active == seat:
        cards.append(state.playing.card)
    return cards


def _other(state: State, seat: int) -> Player:
    player = state.players[seat]
    hand = len(player.hand)
    cards = sorted((Counter(_PLANS) - Counter(shown(state, seat))).elements())[: hand + len(player.deck)]
    return renewed(
        player,
        deck_name=OWN if player.deck_name else "",
        hand=tuple(cards[:hand]),
        deck=tuple(cards[hand:]),
        wishes=Wishes(),
    )


def asked_of(players: Sequence[Player], question: Question | None, seat: int) -> Question | None:
    """Return what is asked, as if the one who is asked held these cards; of the own seat's it is known."""
    if question is None or question.seat == seat:
        return question
    player = players[question.seat]
    match question.kind:
        case "respond":
            return renewed(question, options=PASSES)
        case "hand" | "discard":
            return renewed(question, options=_each("discard", player.hand))
        case "find":
            effect = EFFECTS[question.about]
            assert isinstance(effect, SearchEffect)
            return renewed(question, options=_each("find", player.deck[: effect.n]))
    return question


def _each(kind: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([f"{kind} {card}" for card in dict.fromkeys(cards)])
