"""The Main phase: cards from hand, actions, exchanges, swaps (KM-32, KM-36 to KM-38, KM-46, KM-47)."""

from collections.abc import Callable

from games.rules.karciane_miasto.act.filters import card_of, lot_of
from games.rules.karciane_miasto.act.people import (
    bury,
    enter_zone,
    gain_support,
    gain_vp,
    take_from_hand,
    with_points,
)
from games.rules.karciane_miasto.act.piles import can_exchange, exchangeable, swap_top
from games.rules.karciane_miasto.act.play import Play, Position, Steps
from games.rules.karciane_miasto.act.targets import ref_of, serial_of
from games.rules.karciane_miasto.act.triggers import fire
from games.rules.karciane_miasto.act.why_not import why_not_play, why_not_use
from games.rules.karciane_miasto.cards import CARDS, GROUPS, PLAY_NAMES, SETTINGS
from games.rules.karciane_miasto.events import (
    ActionUsed,
    CardPlayed,
    Exchanged,
)
from games.rules.karciane_miasto.flow.windows import open_window, start_action
from games.rules.karciane_miasto.moves import AnyMove, Move
from games.rules.karciane_miasto.refusals import refusal
from games.rules.karciane_miasto.state import Playing, Question
from games.rules.karciane_miasto.tasks import Bury, Context, Do, Fired, Pay, Resolve
from games.rules.karciane_miasto.text.abilities import ActionAbility
from games.rules.records import renewed

END = Move("end")
BUILD = Move("build")


def ask_main(play: Play) -> None:
    """Ask the active player for a main move (KM-32)."""
    play.question = Question("main", play.turn.active)
    play.agenda.append(Do("main"))


ACTIONS: dict[str, tuple[int, ...]] = {
    card.id: places
    for card in CARDS.values()
    if (
        places := tuple(
            at
            for at, one in enumerate(card.abilities)
            if isinstance(one, ActionAbility) and "main" in one.timing
        )
    )
}
"""The actions of each card for the Main phase, by their places on it."""


def main_moves(position: Position, seat: int) -> tuple[Move, ...]:
    """Return every legal main move: cards, actions, exchanges, swaps, the build, the end."""
    player = position.players[seat]
    moves = [
        Move("play", (card,))
        for card in dict.fromkeys(player.hand)
        if why_not_play(position, seat, card) is None
    ]
    moves += [
        Move("use", (ref, str(at)))
        for ref, context, at in usable(position, seat)
        if why_not_use(position, context, at) is None
    ]
    moves += [Move("exchange", (group,)) for group in GROUPS if _can_exchange(position, seat, group)]
    groups = [group for group, points in zip(GROUPS, player.support, strict=True) if points]
    moves += [Move("swap", (pile, group)) for pile in exchangeable(position) for group in groups]
    return (*moves, *(() if position.turn.built else (BUILD,)), END)


def usable(position: Position, seat: int) -> list[tuple[str, Context, int]]:
    """Return every action a seat may think of using: on the map and in its own zone (KM-32)."""
    cards = [(ref_of(lot), lot.card, lot.serial) for lot in position.city.lots if lot.card in ACTIONS]
    cards += [
        (f"#{piece.serial}", piece.card, piece.serial)
        for piece in position.players[seat].zone
        if piece.card in ACTIONS
    ]
    return [
        (ref, Context(seat, seat, card, serial), at) for ref, card, serial in cards for at in ACTIONS[card]
    ]


def _can_exchange(position: Position, seat: int, group: str) -> bool:
    return position.players[seat].support[_group(group)] >= SETTINGS.support_max


def _group(name: str) -> int:
    return [*GROUPS].index(name)  # type: ignore[arg-type]


def check_main(position: Position, seat: int, move: AnyMove) -> None:
    """Raise the reason if a main move is illegal."""
    if move.kind not in ANSWERS:
        raise refusal("other_question")
    if code := _CHECKS[move.kind](position, seat, *move.words):
        raise refusal(code)


def _check_play(position: Position, seat: int, card: str) -> str | None:
    if card not in position.players[seat].hand:
        return "not_held"
    return why_not_play(position, seat, card)


def _check_use(position: Position, seat: int, ref: str, at: str) -> str | None:
    serial = serial_of(position, ref)
    card = card_of(position, serial)
    if card is None:
        return "no_action"
    own = any(piece.serial == serial for piece in position.players[seat].zone)
    if not own and not lot_of(position, serial):
        return "not_your_card"
    return why_not_use(position, Context(seat, seat, card, serial), int(at))


def _check_exchange(position: Position, seat: int, group: str) -> str | None:
    return None if _can_exchange(position, seat, group) else "exchange"


def _check_swap(position: Position, seat: int, pile: str, group: str) -> str | None:
    if not position.players[seat].support[_group(group)]:
        return "swap_cost"
    return None if can_exchange(position, pile) else "swap_pile"


def _check_build(position: Position, seat: int) -> str | None:
    return "built" if position.turn.built else None


def _check_end(position: Position, seat: int) -> str | None:
    return None


_CHECKS: dict[str, Callable[..., str | None]] = {
    "play": _check_play,
    "use": _check_use,
    "exchange": _check_exchange,
    "swap": _check_swap,
    "build": _check_build,
    "end": _check_end,
}


def _play(play: Play, seat: int, card_id: str) -> None:
    """Play a card: its cost, for Short and Long Events the window, then what it does (KM-38)."""
    card = CARDS[card_id]
    take_from_hand(play, seat, card_id)
    play.playing = Playing(card_id)
    play.told.append(CardPlayed(seat, card_id))
    window = (Do("offer"),) if card.kind == "event" else ()
    play.first_do(Pay(Context(seat, seat, card_id), card_id), *window, Do("enter"))


def offer(play: Play) -> None:
    """Let others respond to an Event (KM-38)."""
    open_window(play, "event_play")


def enter(play: Play) -> None:
    """Let the card enter its zone or happen, unless it was cancelled (KM-38)."""
    playing, seat = play.playing, play.turn.active
    assert playing is not None
    play.playing = None
    card = CARDS[playing.card]
    if playing.cancelled:
        bury(play, seat, card.id)
    elif card.subtype == "short":
        effects = Resolve(Context(seat, seat, card.id), PLAY_NAMES[card.id])
        play.first_do(effects, Bury(seat, card.id), Do("check"))
    else:
        piece = enter_zone(play, seat, card.id)
        play.first_do(Resolve(Context(seat, seat, card.id, piece.serial), PLAY_NAMES[card.id]), Do("check"))


def _use(play: Play, seat: int, ref: str, at: str) -> None:
    """Use an action of a card in play (KM-89, KM-90)."""
    serial, place = serial_of(play, ref), int(at)
    card = card_of(play, serial)
    assert card
    ability = CARDS[card].abilities[place]
    assert isinstance(ability, ActionAbility)
    if ability.limit:
        play.turn = renewed(play.turn, used=(*play.turn.used, (serial, place)))
    play.told.append(ActionUsed(seat, card, place))
    start_action(play, Context(seat, seat, card, serial), place)


def _exchange(play: Play, seat: int, group: str) -> None:
    """Exchange five points for a VP; everybody's points in the group are gone (KM-46)."""
    play.told.append(Exchanged(seat, group))
    gain_vp(play, seat, 1)
    for one, player in enumerate(play.players):
        play.set_player(one, renewed(player, support=with_points(player.support, _group(group), 0)))
    play.first_do(Do("check"), Do("exchanged"))


def exchanged(play: Play) -> None:
    """Let Reactions to the exchange happen (KM-46)."""
    fire(play, Fired("exchanged", play.turn.active))


def _swap(play: Play, seat: int, pile: str, group: str) -> None:
    """Replace a face-up District for a point (KM-47)."""
    gain_support(play, seat, _group(group), -1)
    swap_top(play, seat, pile)


def _build(play: Play, seat: int) -> None:
    play.first_do(Do("build"))


def _end(play: Play, seat: int) -> None:
    play.agenda.pop()
    play.first_do(Do("end"))


ANSWERS: dict[str, Callable[..., None]] = {
    "play": _play,
    "use": _use,
    "exchange": _exchange,
    "swap": _swap,
    "build": _build,
    "end": _end,
}
STEPS: Steps = {"main": ask_main, "offer": offer, "enter": enter, "exchanged": exchanged}
