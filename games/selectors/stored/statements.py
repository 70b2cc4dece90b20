"""The statements of every move and every look, each composed once (``prepared`` says why).

A move locks the game's row, reads the seats and what is forbidden to who moves, inserts the ply, writes
the seats that changed, and last the row, if it is still at the ply that was read. A look reads row and seats.
All of them stand here, so that they can be read together; those that write are used by services alone.
"""

from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, F, QuerySet

from games.models import Game, Sanction, Seat, held_by_account, held_by_guest, holds_at
from games.selectors.stored.prepared import Placeholder, Prepared, PreparedUpdate
from games.selectors.viewers import Viewer

CLOCK_FIELDS = (
    "time_left", "clock_from", "turn_left", "late_turns", "expired_at", "wants_end", "wants_pause",
)  # fmt: skip
MOVED_FIELDS = (
    "ply", "head", "draw_no", "state", "state_digest", "status", "ended_at", "moved_at", "wake_at",
)  # fmt: skip


def _locked() -> QuerySet[Game]:
    return Game.objects.select_for_update(of=("self",)).filter(pk=Placeholder(Game, "id"))


def _shown() -> QuerySet[Game]:
    joined = {"rematch_pk": F("rematch__pk"), "waits_at_status": F("waits_at__status")}
    return Game.objects.filter(pk=Placeholder(Game, "id")).annotate(**joined).defer("deal")


def _seats() -> QuerySet[Seat]:
    return Seat.objects.filter(game_id=Placeholder(Seat, "game_id"))


def _seats_and_whose() -> QuerySet[Seat]:
    """Return the seats of a game; ``is_mine`` tells of each whether this account or guest holds it."""
    theirs = held_by_account(Placeholder(Seat, "user_id")) | held_by_guest(Placeholder(Seat, "guest_id"))
    return _seats().annotate(is_mine=ExpressionWrapper(theirs, BooleanField()))


def _seat() -> QuerySet[Seat]:
    return Seat.objects.filter(pk=Placeholder(Seat, "id"))


def _in_force() -> QuerySet[Sanction]:
    """Return what holds for an account or a guest now, the newest first."""
    sanctions = Sanction.objects.filter(holds_at(Placeholder(Sanction, "until", "now")))
    account, guest = Placeholder(Sanction, "user_id"), Placeholder(Sanction, "guest_id")
    return sanctions.filter(user_id=account) | sanctions.filter(guest_id=guest)


_locked_games, _shown_games = Prepared(_locked), Prepared(_shown)
_seats_of, _seats_and_whose_of = Prepared(_seats), Prepared(_seats_and_whose)
sanctions_in_force = Prepared(_in_force)
write_awaited = PreparedUpdate(_seat, "acts_since", "wants_end")
write_clock = PreparedUpdate(_seat, *CLOCK_FIELDS)
write_moved = PreparedUpdate(
    lambda: Game.objects.filter(pk=Placeholder(Game, "id"), ply=Placeholder(Game, "ply", "seen")),
    *MOVED_FIELDS,
)


def locked_game(game_id: UUID) -> Game:
    """Return the game's row, locked until the transaction ends."""
    for game in _locked_games(id=game_id):
        return game
    raise Game.DoesNotExist


def shown_game(game_id: UUID) -> Game | None:
    """Return a game with all that a table shows but its log, if it is there.

    That is its seats, ``rematch_pk``, and ``waits_at_status`` of the table where its player waits for people.
    """
    for game in _shown_games(id=game_id):
        _keep(game, _seats_of(game_id=game_id))
        return game
    return None


def seats_of(game: Game, viewer: Viewer | None = None) -> list[Seat]:
    """Return the seats of a locked game, read once: from then on ``game.seats.all()`` has these objects.

    ``is_mine`` tells of each whether the viewer holds it, who may have left it.
    """
    user_id, guest_id = viewer.person if viewer else (None, None)
    return _keep(game, _seats_and_whose_of(game_id=game.pk, user_id=user_id, guest_id=guest_id))


def _keep(game: Game, seats: list[Seat]) -> list[Seat]:
    """Let a game know its seats, as Django does when it has fetched them for many games."""
    for seat in seats:
        seat.game = game
    known = game.seats.all()
    known._result_cache, known._prefetch_done = seats, True
    game._prefetched_objects_cache = {"seats": known}
    return seats
