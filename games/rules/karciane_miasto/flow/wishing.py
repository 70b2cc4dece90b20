"""Settings: how a player wants to be asked, changed at any time (KM-35, KM-83)."""

from games.rules.karciane_miasto.act.play import Play, Position
from games.rules.karciane_miasto.cards import CARDS
from games.rules.karciane_miasto.flow.windows import WINDOWS
from games.rules.karciane_miasto.moves import AnyMove, parse_move
from games.rules.karciane_miasto.settings import ASKS, Ask, Wishes
from games.rules.karciane_miasto.state import Phase
from games.rules.karciane_miasto.text.abilities import ActionAbility
from games.rules.records import renewed

ASIDE = frozenset({"ask", "auto_order", "mute", "unmute"})
"""The kinds of moves a seat may make although nobody waits for it."""
_MUTABLE = tuple(card.id for card in CARDS.values() if card.window or card.kind == "official")
RESPONDING = frozenset(
    card.id
    for card in CARDS.values()
    if card.window
    or any(isinstance(one, ActionAbility) and {*one.timing} - {"main"} for one in card.abilities)
)
"""The cards that fit some window: Counters, Vote Events and Officials with a light bulb (KM-78)."""


def aside(position: Position, seat: int) -> tuple[AnyMove, ...]:
    """Return the settings a seat may change now: all that would change something (KM-83)."""
    player = position.players[seat]
    if position.phase == Phase.OVER or player.gone:
        return ()
    wishes = player.wishes
    moves = [
        f"ask {on} {how}" for on, now in zip(WINDOWS, wishes.asks, strict=True) for how in ASKS if how != now
    ]
    moves += ["ask again"] if wishes.quiet else []
    moves.append(f"auto_order {'off' if wishes.auto_order else 'on'}")
    moves += [f"{'unmute' if card in wishes.muted else 'mute'} {card}" for card in _MUTABLE]
    return tuple(map(parse_move, moves))


def wish(play: Play, seat: int, move: AnyMove) -> None:
    """Change a setting of a seat; whoever is being asked is still asked."""
    player = play.players[seat]
    play.set_player(seat, renewed(player, wishes=changed(player.wishes, move)))


def changed(wishes: Wishes, move: AnyMove) -> Wishes:
    """Return the settings after a change (KM-83)."""
    first = move.words[0]
    match move.kind:
        case "auto_order":
            return renewed(wishes, auto_order=first == "on")
        case "mute":
            return renewed(wishes, muted=tuple(sorted({*wishes.muted, first})))
        case "unmute":
            return renewed(wishes, muted=tuple(card for card in wishes.muted if card != first))
    if first == "again":
        return renewed(wishes, quiet="")
    return _asked(wishes, list[str](WINDOWS).index(first), move.words[1])


def _asked(wishes: Wishes, window: int, word: str) -> Wishes:
    how: Ask = next(ask for ask in ASKS if ask == word)
    asks = list(wishes.asks)
    asks[window] = how
    return renewed(wishes, asks=(asks[0], asks[1], asks[2], asks[3]))
