"""Checks that a game ended as its row says; an ending by the staff is named with the line of their log."""

from games import fair
from games.models import AuditEntry, Game, Seat
from games.services.clocks.timekeeping import IDLE_GAME_LIFE
from games.services.upkeep.lifeless import is_lifeless

ENDED = "the game ended the way it says"


def end_check(game: Game) -> fair.Check:
    """Return the check of a game's ending."""
    if not game.is_over:
        return fair.Check(10, "the game is not over", "" if game.is_running else "it is not running either")
    if game.ending == Game.Ending.STAFF:
        return _staff_check(game)
    return fair.Check(10, ENDED, _problem(game, list(game.seats.all())))


def _problem(game: Game, seats: list[Seat]) -> str:
    if game.status == Game.Status.FINISHED:
        return "" if game.ending == Game.Ending.PLAYED else "a finished game was played or ended by the staff"
    if any(seat.points is not None or seat.place is not None for seat in seats):
        return "it has a result although it was given up"
    if not _is_given_up(game, seats):
        return "nothing stored says why it was given up"
    return ""


def _is_given_up(game: Game, seats: list[Seat]) -> bool:
    match game.ending:
        case Game.Ending.LEFT:
            return not any(seat.is_person for seat in seats)
        case Game.Ending.AGREED:
            return any(seat.wants_end for seat in seats)
        case Game.Ending.EXPIRED:
            return _had_waited_long(game) or is_lifeless(game)
    return False


def _had_waited_long(game: Game) -> bool:
    moved, ended = game.moved_at, game.ended_at
    return bool(moved and ended and moved + IDLE_GAME_LIFE <= ended and game.pace == Game.Pace.NONE)


def _staff_check(game: Game) -> fair.Check:
    act = "adjudicate" if game.status == Game.Status.FINISHED else "end-game"
    entries = AuditEntry.objects.filter(action=act, target=f"game:{game.pk}")
    entry = entries.order_by("-pk").first()
    if entry is None:
        return fair.Check(10, ENDED, "by the staff, it says, but their log does not know of it")
    places = [seat.place for seat in game.seats.all()]
    known = entry.after.get("places", [None] * len(places))
    problem = "" if known == places else "their log names other places"
    return fair.Check(10, f"the game was ended by the staff, line {entry.pk} of their log", problem)
