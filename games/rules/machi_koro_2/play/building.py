"""The building step: help coin, building, building nothing, instant landmarks (MK-36 to MK-48, MK-53)."""

from games.rules.machi_koro_2.cards import DECK_OF, EFFECTS
from games.rules.machi_koro_2.events import Built, GameWon, Levelled, Passed, named
from games.rules.machi_koro_2.laws import law
from games.rules.machi_koro_2.play.effects import DEMANDS, demand
from games.rules.machi_koro_2.play.ledger import Ledger
from games.rules.machi_koro_2.play.prices import buildable, prices_for
from games.rules.machi_koro_2.play.rows import taken, turned_up, without
from games.rules.machi_koro_2.play.turns import Events, added, end_turn, next_opportunity
from games.rules.machi_koro_2.state import LANDMARKS_TO_WIN, City, State, Turn, is_landmark
from games.rules.protocol import Step
from games.rules.records import put


def offer(state: State, ledger: Ledger, gains: tuple[bool, bool]) -> Step[State]:
    """Help who has no coin, then ask what to build, or pass where nothing can be built (MK-36, MK-43).

    ``gains`` are whether the roll brings an extra turn and forces a gift.
    """
    turn = state.turn
    ledger.help(turn.seat)
    asked = Turn("build", turn.seat, turn.number, turn.dice, *gains)
    after = State(state.deal, tuple(ledger.coins), state.cities, state.rows, state.built, asked)
    events = tuple(ledger.events)
    return Step(after, events) if buildable(after, turn.seat) else build_nothing(after, events, forced=True)


def build_nothing(state: State, events: Events = (), forced: bool = False) -> Step[State]:
    """Pass, and be paid for it where a landmark does that (MK-44, MK-65)."""
    seat = state.turn.seat
    events += (Passed(seat, forced),)
    if state.turn.phase == "initial":
        return next_opportunity(state, events)
    ledger = Ledger(state.coins, *events)
    for card in law(state.built).idle:
        ledger.earn(seat, card, EFFECTS[card].coins)
    after = State(state.deal, tuple(ledger.coins), state.cities, state.rows, state.built, state.turn)
    return end_turn(after, tuple(ledger.events), reveals=forced)


def build(state: State, card: int) -> Step[State]:
    """Pay, build, and win or refill the row and resolve what is instant (MK-42)."""
    seat, row, price = state.turn.seat, DECK_OF[card], prices_for(state, state.turn.seat)[card]
    city = _grown(state.cities[seat], card)
    won = len(city.landmarks) == LANDMARKS_TO_WIN or EFFECTS[card].kind == "win_game"
    deck, before = state.deal.decks[row], state.rows[row]
    lying = without(before, card) if won else taken(before, card, deck)
    after = State(
        state.deal,
        put(state.coins, seat, state.coins[seat] - price),
        put(state.cities, seat, city),
        put(state.rows, row, lying),
        state.built | 1 << card if is_landmark(card) else state.built,
        state.turn,
    )
    events: Events = (Built(seat, *named(card), price),)
    if won:
        return _won(after, events)
    refilled = lying.drawn > before.drawn
    if refilled:
        events += turned_up(before, lying, deck, row)
    if after.turn.phase == "initial":
        return next_opportunity(after, events, refilled)
    return _resolve(after, card, events, refilled)


def _grown(city: City, card: int) -> City:
    return City(city.copies, (*city.landmarks, card)) if is_landmark(card) else added(city, card, 1)


def _won(state: State, events: Events) -> Step[State]:
    """End the game at once; nothing else is resolved (MK-53)."""
    seat = state.turn.seat
    over = Turn("over", seat, state.turn.number, state.turn.dice)
    after = State(state.deal, state.coins, state.cities, state.rows, state.built, over)
    return Step(after, (*events, GameWon(seat, tuple(len(city.landmarks) for city in state.cities))))


def _resolve(state: State, card: int, events: Events, reveals: bool) -> Step[State]:
    """Carry out what a card does the moment it is built (MK-47)."""
    effect, turn = EFFECTS[card], state.turn
    if effect.trigger != "on_build":
        return end_turn(state, events, reveals)
    ledger = Ledger(state.coins, *events)
    if effect.kind in DEMANDS:
        demand(ledger, state.cities, turn.seat, card)
    elif effect.kind == "equalise_coins":
        _level(ledger, card)
    extra = turn.extra or effect.kind == "extra_turn"
    changed = Turn(turn.phase, turn.seat, turn.number, turn.dice, extra, turn.give)
    after = State(state.deal, tuple(ledger.coins), state.cities, state.rows, state.built, changed)
    return end_turn(after, tuple(ledger.events), reveals)


def _level(ledger: Ledger, card: int) -> None:
    """Share out all coins equally, rounded up by the bank (MK-47)."""
    seats, before = len(ledger.coins), sum(ledger.coins)
    share = -(-before // seats)
    ledger.coins = [share] * seats
    ledger.events.append(Levelled(*named(card), share, share * seats - before))
