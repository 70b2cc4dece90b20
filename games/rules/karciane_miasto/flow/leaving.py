"""A player who leaves for good (KM-85)."""

from collections.abc import Mapping

from games.rules.karciane_miasto.act.people import leave_zone
from games.rules.karciane_miasto.act.piles import put_on_top
from games.rules.karciane_miasto.act.play import Play, Position, staying
from games.rules.karciane_miasto.city_events import BuildFailed
from games.rules.karciane_miasto.events import PlayerLeft
from games.rules.karciane_miasto.flow.dealing import go_on_dealing
from games.rules.karciane_miasto.flow.paying import FOR_BUILD, ask_again
from games.rules.karciane_miasto.flow.turns import clear, end_game
from games.rules.karciane_miasto.moves import AnyMove, Move
from games.rules.karciane_miasto.state import Phase, QuestionKind
from games.rules.karciane_miasto.tasks import Do, Pay, Resolve, StepName, Task
from games.rules.records import put, renewed

LEAVE = Move("leave")


def leave_move(position: Position, seat: int) -> AnyMove | None:
    """Return the move by which a seat leaves for good, or None if it has left or all is over (KM-85)."""
    return None if position.phase == Phase.OVER or position.players[seat].gone else LEAVE


def leave(play: Play, seat: int) -> None:
    """Take a player out: zone to the discard pile, support gone, and a turn of theirs ends (KM-85)."""
    for piece in play.players[seat].zone:
        leave_zone(play, seat, piece)
    player = renewed(play.players[seat], support=(0, 0, 0), gone=True)
    play.set_player(seat, player)
    play.told.append(PlayerLeft(seat))
    if play.phase in (Phase.DECKS, Phase.DEAL):
        if play.phase == Phase.DECKS:
            go_on_dealing(play)
    elif play.turn.active == seat:
        _end_turn(play)
    else:
        _drop_texts(play, seat)
    if len(staying(play)) == 1:
        end_game(play)


def _end_turn(play: Play) -> None:
    """Let a build under way fail and the turn end."""
    if play.build and play.build.card and not play.build.serial:
        put_on_top(play, play.build.card)
        play.told.append(BuildFailed(play.turn.active, play.build.card))
    clear(play)
    play.first_do(Do("next"))


def _drop_texts(play: Play, seat: int) -> None:
    """Drop what the player was still to do; open questions are put again, to whom they now concern."""
    mine = [task for task in play.agenda if isinstance(task, Resolve | Pay) and task.context.you == seat]
    play.agenda = [_anew(task) for task in play.agenda if task not in mine]
    _ask_again(play, seat)


def _anew(task: Task) -> Task:
    """Return a text without the answers given so far: they may not be legal any more."""
    return renewed(task, picks=()) if isinstance(task, Resolve | Pay) else task


_BEHIND = frozenset({"respond", "next"})
"""Questions of a task that is still on the agenda and puts them again, if there is anything left to ask."""
_REDO: Mapping[QuestionKind, StepName] = {"place": "place", "action_b": "action_b", "hand": "hand"}
"""Questions of a step of their own, which is done again when the table has changed."""


def _ask_again(play: Play, seat: int) -> None:
    """Put the open question anew: the options may be others now, or it was for the player who left."""
    question = play.question
    assert question is not None
    by_text = question.about not in ("", FOR_BUILD)
    if question.seat == seat or by_text or question.kind in _BEHIND:
        play.question = None
    elif question.kind == "pay":
        play.question = None
        ask_again(play)
    elif step := _REDO.get(question.kind):
        play.question = None
        play.first_do(Do(step))
    if play.vote and play.vote.declared[seat] is not None:
        declared = play.vote.declared
        play.vote = renewed(play.vote, declared=put(declared, seat, None))
