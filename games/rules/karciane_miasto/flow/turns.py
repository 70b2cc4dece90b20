"""The phases of a turn (section 5) and the end of the game (section 12)."""

from games.rules.karciane_miasto.act.modifiers import hand_limit
from games.rules.karciane_miasto.act.people import bury, discard, draw, leave_zone, set_occupied, set_piece
from games.rules.karciane_miasto.act.piles import put_on_top
from games.rules.karciane_miasto.act.play import Play, Steps, clockwise, staying
from games.rules.karciane_miasto.act.triggers import fire
from games.rules.karciane_miasto.cards import CARDS, SETTINGS
from games.rules.karciane_miasto.events import (
    GameEnded,
    TimePassed,
    TurnBegan,
)
from games.rules.karciane_miasto.moves import AnyMove
from games.rules.karciane_miasto.state import Phase, Question, Turn
from games.rules.karciane_miasto.tasks import Bury, CountDown, Do, Fired
from games.rules.records import renewed


def begin_turn(play: Play, seat: int, round_number: int) -> None:
    """Begin a seat's turn; it is asked again in windows (KM-27, KM-83)."""
    play.turn = Turn(play.turn.number + 1, round_number, seat)
    player = play.players[seat]
    play.set_player(seat, renewed(player, wishes=renewed(player.wishes, quiet="")))
    play.told.append(TurnBegan(seat, play.turn.number, round_number))
    play.first_do(Do("start"))


def start(play: Play) -> None:
    """Let what happens at the start of the turn happen (KM-29)."""
    play.phase = Phase.START
    play.first_do(Do("time"))
    fire(play, Fired("turn_start", play.turn.active))


def time(play: Play) -> None:
    """Take a time counter off every Long Event, then ready all Officials (KM-30)."""
    play.phase = Phase.TIME
    zone = play.players[play.turn.active].zone
    due = tuple([piece.serial for piece in zone if CARDS[piece.card].kind == "event"])
    play.first_do(CountDown(due), Do("ready"), Do("draw"))


def count_down(play: Play, task: CountDown) -> None:
    """Take a time counter off the next Long Event, or ask which one is next (KM-30)."""
    if not task.due:
        return
    if _asks_order(play, task.due):
        play.agenda.append(task)
        play.question = Question("time", play.turn.active, tuple([f"time #{one}" for one in task.due]))
    else:
        _pass_time(play, task.due, task.due[0])


def time_taken(play: Play, seat: int, move: AnyMove) -> None:
    """Take a time counter off the Long Event that the active player named (KM-30)."""
    task = play.agenda.pop()
    assert isinstance(task, CountDown)
    _pass_time(play, task.due, int(move.words[0].removeprefix("#")))


def _asks_order(play: Play, due: tuple[int, ...]) -> bool:
    """Tell whether the active player wants to order Events that differ; version 1 never asked."""
    player = play.players[play.turn.active]
    kinds = {(piece.card, piece.time) for piece in player.zone if piece.serial in due}
    return len(kinds) > 1 and not player.wishes.auto_order and play.deal.version > 1


def _pass_time(play: Play, due: tuple[int, ...], serial: int) -> None:
    """Take a counter off a Long Event, which is laid down with its last; the others are still due (KM-30)."""
    seat = play.turn.active
    piece = next(piece for piece in play.players[seat].zone if piece.serial == serial)
    play.first_do(CountDown(tuple([one for one in due if one != serial])))
    play.told.append(TimePassed(seat, piece.card, piece.time - 1))
    if piece.time > 1:
        set_piece(play, seat, renewed(piece, time=piece.time - 1))
    else:
        leave_zone(play, seat, piece)


def ready(play: Play) -> None:
    """Ready all Officials of the active player (KM-30)."""
    seat = play.turn.active
    for piece in play.players[seat].zone:
        set_occupied(play, seat, piece, occupied=False)


def draw_card(play: Play) -> None:
    """Draw a card (KM-31)."""
    play.phase = Phase.DRAW
    draw(play, play.turn.active, 1)
    play.phase = Phase.MAIN
    play.first_do(Do("main"))


def end(play: Play) -> None:
    """Let what happens at the end of the turn happen, then look at the hand limit (KM-33)."""
    play.phase = Phase.END
    play.first_do(Do("hand"))
    fire(play, Fired("turn_end", play.turn.active))


def hand(play: Play) -> None:
    """Ask for cards to discard one after another, down to the hand limit (KM-33)."""
    seat = play.turn.active
    cards = play.players[seat].hand
    if len(cards) > hand_limit(play, seat):
        options = tuple(f"discard {card}" for card in dict.fromkeys(cards))
        play.question = Question("hand", seat, options)
    else:
        play.first_do(Do("next"))


def discarded(play: Play, seat: int, move: AnyMove) -> None:
    """Discard a card because of the hand limit (KM-33, KM-43)."""
    discard(play, seat, move.words[0])
    play.first_do(Do("hand"))
    fire(play, Fired("discarded", seat))


def next_turn(play: Play) -> None:
    """Let what lasted until now expire; begin the next turn, or end the game (KM-33, KM-102)."""
    for seat, player in enumerate(play.players):
        if player.wishes.quiet == "turn":
            play.set_player(seat, renewed(player, wishes=renewed(player.wishes, quiet="")))
    before = play.turn
    following = next(clockwise(play, before.active))
    begins_round = _place(play, following) <= _place(play, before.active)
    if begins_round and before.round == SETTINGS.max_rounds:
        end_game(play)
    else:
        begin_turn(play, following, before.round + begins_round)


def _place(play: Play, seat: int) -> int:
    """Return a seat's place in the turn order of the game (KM-11)."""
    return (seat - play.deal.first) % play.deal.seats


def check_end(play: Play) -> None:
    """End the game if somebody has enough VP, or nobody else plays (KM-85, KM-100)."""
    rich = any(player.vp >= SETTINGS.vp_to_win for player in play.players)
    if rich or len(staying(play)) == 1:
        end_game(play)


def end_game(play: Play) -> None:
    """End the game at once; cards on their way are put where they belong (KM-100)."""
    if play.build and play.build.card and not play.build.serial:
        put_on_top(play, play.build.card)
    clear(play)
    play.phase = Phase.OVER
    play.told.append(GameEnded(tuple([player.vp for player in play.players])))


def clear(play: Play) -> None:
    """Forget what was still to be done; Events being played go to the discard piles."""
    for task in play.agenda:
        if isinstance(task, Bury):
            bury(play, task.seat, task.card)
    if play.playing:
        bury(play, play.turn.active, play.playing.card)
    play.agenda.clear()
    play.question = play.build = play.vote = play.window = play.playing = None


STEPS: Steps = {
    "start": start,
    "time": time,
    "ready": ready,
    "draw": draw_card,
    "end": end,
    "hand": hand,
    "next": next_turn,
    "check": check_end,
}
