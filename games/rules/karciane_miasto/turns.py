"""The phases of a turn (section 5) and the end of the game (section 12)."""

from games.rules.karciane_miasto.cards import CARDS, SETTINGS
from games.rules.karciane_miasto.events import (
    GameEnded,
    TimePassed,
    TurnBegan,
)
from games.rules.karciane_miasto.modifiers import hand_limit
from games.rules.karciane_miasto.moves import AnyMove
from games.rules.karciane_miasto.people import bury, discard, draw, leave_zone, set_occupied, set_piece
from games.rules.karciane_miasto.planning import put_on_top
from games.rules.karciane_miasto.play import Play, Step, clockwise, staying
from games.rules.karciane_miasto.state import Phase, Question, Turn
from games.rules.karciane_miasto.tasks import Bury, Do, Fired
from games.rules.karciane_miasto.triggers import fire
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
    seat = play.turn.active
    for piece in play.players[seat].zone:
        if CARDS[piece.card].kind == "event":
            left = piece.time - 1
            play.told.append(TimePassed(seat, piece.card, left))
            if left:
                set_piece(play, seat, renewed(piece, time=left))
            else:
                leave_zone(play, seat, piece)
    for piece in play.players[seat].zone:
        set_occupied(play, seat, piece, occupied=False)
    play.first_do(Do("draw"))


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


STEPS: dict[str, Step] = {
    "start": start,
    "time": time,
    "draw": draw_card,
    "end": end,
    "hand": hand,
    "next": next_turn,
    "check": check_end,
}
