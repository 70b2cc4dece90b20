"""Response windows: who may respond with what, and who is asked in which order (section 10)."""

from games.rules.karciane_miasto.act.filters import distance, matching
from games.rules.karciane_miasto.act.people import take_from_hand
from games.rules.karciane_miasto.act.play import Play, Position, Steps, clockwise
from games.rules.karciane_miasto.act.targets import serial_of
from games.rules.karciane_miasto.act.triggers import by_fits
from games.rules.karciane_miasto.act.why_not import why_not_action, why_not_card
from games.rules.karciane_miasto.cards import CARDS, PLAY_NAMES, effect_names
from games.rules.karciane_miasto.city import Cell
from games.rules.karciane_miasto.events import Responded
from games.rules.karciane_miasto.moves import AnyMove
from games.rules.karciane_miasto.settings import Quiet, Wishes
from games.rules.karciane_miasto.state import Question, Window
from games.rules.karciane_miasto.tasks import Bury, Context, Do, Pay, Resolve
from games.rules.karciane_miasto.text.abilities import ActionAbility
from games.rules.karciane_miasto.text.terms import Filter, WindowName
from games.rules.karciane_miasto.text.terms import Window as WindowText
from games.rules.records import renewed

WINDOWS: tuple[WindowName, ...] = ("build_start", "build_pay", "event_play", "vote")


def open_window(play: Play, on: WindowName) -> None:
    """Open a window: the player left of the active one is asked first (KM-81, KM-98)."""
    play.window = Window(on, play.turn.active)
    play.first_do(Do("ask"))


def ask_next(play: Play) -> None:
    """Ask the next player who may respond; without one the window closes (KM-81, KM-83)."""
    window = play.window
    assert window is not None
    if not _is_settled(play):
        for seat in clockwise(play, window.last):
            if seat in window.passed:
                continue
            options = tuple(responses(play, seat))
            if _wants(play.players[seat].wishes, window.on, bool(options)):
                play.question = Question("respond", seat, (*options, *PASSES))
                play.agenda.append(Do("ask"))
                return
    play.window = None


PASSES = ("pass", "pass turn", "pass round")


def _is_settled(play: Play) -> bool:
    """Tell whether what the window is about was cancelled or stopped (KM-81)."""
    return bool(
        (play.playing and play.playing.cancelled)
        or (play.build and play.build.stopped)
        or (play.vote and play.vote.cancelled)
    )


def _wants(wishes: Wishes, on: WindowName, has_response: bool) -> bool:
    """Tell whether a player wants to be asked (KM-83)."""
    wish = wishes.asks[WINDOWS.index(on)]
    return not wishes.quiet and (wish == "always" or (wish == "when_legal" and has_response))


def responses(position: Position, seat: int) -> list[str]:
    """Return the legal responses of a seat, muted cards left out (KM-78, KM-83)."""
    player = position.players[seat]
    muted = player.wishes.muted
    hand = [card for card in dict.fromkeys(player.hand) if CARDS[card].window and card not in muted]
    possible = [f"respond {card}" for card in hand if _card_fits(position, seat, card)]
    for piece in player.zone:
        if CARDS[piece.card].kind == "official" and not piece.occupied and piece.card not in muted:
            context = Context(seat, position.turn.active, piece.card, piece.serial)
            possible += [
                f"respond #{piece.serial} {at}"
                for at, ability in enumerate(CARDS[piece.card].abilities)
                if isinstance(ability, ActionAbility) and _action_fits(position, context, ability)
            ]
    return possible


def _card_fits(position: Position, seat: int, card: str) -> bool:
    text = CARDS[card].window
    assert text is not None
    return fits(position, seat, text) and why_not_card(position, seat, card) is None


def _action_fits(position: Position, context: Context, action: ActionAbility) -> bool:
    return _action_suits(position, context.you, action) and why_not_action(position, context, action) is None


def _action_suits(position: Position, seat: int, action: ActionAbility) -> bool:
    """Tell whether an action is for the window that is open (KM-79)."""
    assert position.window is not None
    if position.window.on not in action.timing:
        return False
    return action.window is None or fits(position, seat, action.window)


def why_not_respond(position: Position, seat: int, card: str) -> str:
    """Return why a card of the hand is no legal response now, as the code of a refusal (KM-78, KM-83)."""
    player, text = position.players[seat], CARDS[card].window
    if card not in player.hand or text is None:
        return "window"
    if card in player.wishes.muted:
        return "muted"
    lacking = why_not_card(position, seat, card) if fits(position, seat, text) else None
    return lacking or "window"


def why_not_act(position: Position, seat: int, ref: str, at: int) -> str:
    """Return why an Official's action is no legal response now, as the code of a refusal (KM-78, KM-83)."""
    player, serial = position.players[seat], serial_of(position, ref)
    card = next((piece.card for piece in player.zone if piece.serial == serial), "")
    abilities = CARDS[card].abilities if card else ()
    ability = abilities[at] if at < len(abilities) else None
    if not isinstance(ability, ActionAbility):
        return "window"
    if card in player.wishes.muted:
        return "muted"
    context = Context(seat, position.turn.active, card, serial)
    lacking = why_not_action(position, context, ability) if _action_suits(position, seat, ability) else None
    return lacking or "window"


def fits(position: Position, seat: int, text: WindowText) -> bool:
    """Tell whether a card's window is the one that is open (KM-79, KM-80)."""
    window = position.window
    assert window is not None
    if text.on != window.on or not by_fits(text.by, position.turn.active, seat):
        return False
    if text.filter and concerned(position) not in matching(text.filter):
        return False
    return (text.within is None or _is_near(position, text)) and (
        text.uses is None or _uses(position, text.uses)
    )


def concerned(position: Position) -> str | None:
    """Return the card a window is about: the Event being played, or the card being built (KM-79)."""
    if position.playing:
        return position.playing.card
    return (position.build.card or None) if position.build else None


def _is_near(position: Position, text: WindowText) -> bool:
    """Tell whether the chosen cell is in range of a card that matches (KM-79, KM-109)."""
    within, cell = text.within, position.build.cell if position.build else None
    if within is None or cell is None or not isinstance(within.of, Filter):
        return False
    return any(
        distance(lot.cell, cell) <= within.range
        for lot in position.city.lots
        if lot.cell != cell and lot.card in matching(within.of)
    )


def _uses(position: Position, wanted: Filter) -> bool:
    paying: set[Cell] = {cell for cell, _ in position.build.payment} if position.build else set()
    return any(lot.cell in paying and lot.card in matching(wanted) for lot in position.city.lots)


def answer(play: Play, seat: int, move: AnyMove) -> None:
    """Respond or pass (KM-81)."""
    window = play.window
    assert window is not None
    if move.kind == "pass":
        play.window = Window(window.on, seat, window.passed | {seat})
        _quieten(play, seat, move.words)
        return
    play.window = Window(window.on, seat)
    if len(move.words) == 1:
        _respond_with_card(play, seat, move.words[0])
    else:
        _respond_with_official(play, seat, *move.words)


def _quieten(play: Play, seat: int, words: tuple[str, ...]) -> None:
    """Ask no more until the end of the turn, or until the own turn (KM-83)."""
    quiet: dict[str, Quiet] = {"turn": "turn", "round": "round"}
    if words:
        player = play.players[seat]
        play.set_player(seat, renewed(player, wishes=renewed(player.wishes, quiet=quiet[words[0]])))


def _respond_with_card(play: Play, seat: int, card: str) -> None:
    assert play.window is not None
    take_from_hand(play, seat, card)
    play.told.append(Responded(seat, card, play.window.on))
    context = Context(seat, play.turn.active, card)
    effects = Resolve(context, PLAY_NAMES[card])
    play.first_do(Pay(context, card), effects, Bury(seat, card), Do("check"))


def _respond_with_official(play: Play, seat: int, ref: str, at: str) -> None:
    assert play.window is not None
    serial = serial_of(play, ref)
    card = next(piece.card for piece in play.players[seat].zone if piece.serial == serial)
    play.told.append(Responded(seat, card, play.window.on))
    start_action(play, Context(seat, play.turn.active, card, serial), int(at))


def start_action(play: Play, context: Context, at: int) -> None:
    """Pay for an action, then let its effects happen (KM-89)."""
    text = f"{context.card}/{at}"
    action = CARDS[context.card].abilities[at]
    assert isinstance(action, ActionAbility)
    names = effect_names(text, action.effects)
    play.first_do(Pay(context, text), Resolve(context, names), Do("check"))


STEPS: Steps = {"ask": ask_next}
