"""People who take the seat of a bot in a running game: newcomers at once, substitutes if all agree."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games import fair
from games.models import PLAYED_BY_PEOPLE, Candidate, Game, Seat
from games.rules.words import gettext_noop
from games.selectors.blocks import blocked_tables, is_unwelcome
from games.selectors.players.sanctions import Kind, is_barred, require_allowed
from games.selectors.stored.statements import locked_game
from games.selectors.tables.bots import unmoved
from games.selectors.viewers import Viewer, holder_of, seat_of, sits_elsewhere
from games.services.clocks.bot_moments import let_play
from games.services.clocks.timekeeping import give_back_absence, vacation_ends
from games.services.people.limits import count_use
from games.services.people.names import distinct_name
from games.services.play.refusals import TableError, not_at_table, require_running
from games.services.storage.news import announce_on_commit
from games.services.tables.seating import require_known, require_seat

NEWCOMERS = timedelta(seconds=60)
"""For how long after the start people may take the seats of bots that have not moved."""
CANDIDACIES_AN_HOUR = 20
MOST_CANDIDATES = 10
"""At one table: everybody there is shown all of them, and answers each."""
HOUR = 3600


def tables_for_newcomers(viewer: Viewer, slug: str) -> QuerySet[Game]:
    """Return the running tables of a title at which the viewer may take a bot's seat, the oldest first."""
    mine = Seat.objects.filter(viewer.owns()).values("game_id")
    return (
        Game.objects.filter(
            Exists(unmoved().filter(game=OuterRef("pk"))),
            status=Game.Status.RUNNING,
            listed=True,
            ruleset_slug=slug,
            newcomers_until__gt=timezone.now(),
        )
        .exclude(pk__in=mine)
        .exclude(pk__in=blocked_tables(viewer))
        .order_by("created_at")
    )


@transaction.atomic(durable=True)
def take_bot_seat(game_id: UUID, viewer: Viewer) -> Seat:
    """Give a newcomer the seat of a bot that has not moved, within a minute of the start."""
    return newcomer_sits(locked_game(game_id), viewer, timezone.now())


def newcomer_sits(game: Game, viewer: Viewer, now: datetime, deal: fair.Deal | None = None) -> Seat:
    """Seat a newcomer at a locked table in place of an unmoved bot; who sits there already keeps their seat.

    The deal is the one a page offered in case there was no such table: it counts as taken.
    """
    if seat := seat_of(game, viewer):
        return seat
    _require_welcome(game, viewer)
    free = seat_for_newcomers(game, now)
    free.offer = deal and UUID(deal.deal_id)
    _seat(game, free, viewer, now)
    return free


def seat_for_newcomers(game: Game, now: datetime) -> Seat:
    """Return the seat that whoever comes now would get; raise if there is none."""
    require_running(game)
    if not game.newcomers_until or game.newcomers_until <= now:
        raise TableError(gettext_noop("The game at this table has already started."))
    free = unmoved().filter(game=game).first()
    if free is None:
        raise TableError(gettext_noop("This table is full."))
    return free


def _require_welcome(game: Game, viewer: Viewer) -> None:
    require_known(game, viewer)
    require_allowed(viewer, Kind.SITE)
    require_running(game)
    if is_unwelcome(game, viewer):
        raise TableError(gettext_noop("You can't join this table."))


def _seat(game: Game, seat: Seat, viewer: Viewer, now: datetime) -> None:
    """Let somebody play on at a bot's seat; what it was at the deal stays in its proof."""
    give_back_absence(game, now)
    others = [other.name for other in game.seats.exclude(pk=seat.pk)]
    if (before := holder_of(seat)).is_known and before.person != viewer.person:
        seat.former.append(before.actor)
    seat.user_id, seat.guest_id = viewer.user_id, viewer.guest_id
    seat.name, seat.left, seat.seen_at = distinct_name(viewer.name, others), False, now
    seat.acts_since = seat.acts_since and now
    runs = game.pace != Game.Pace.NONE and seat.acts_since and not game.paused_at
    begins = vacation_ends(game, [seat], now).get(seat.user_id, now)
    seat.clock_from, seat.expired_at, seat.late_turns = (begins if runs else None), None, 0
    seat.save()
    let_play(game, seat, 0, now)
    game.candidates.filter(index=seat.index).delete()
    Candidate.objects.filter(game=game, user=viewer.user_id, guest=viewer.guest_id).delete()
    game.wake_at = now
    game.save(update_fields=["wake_at"])
    announce_on_commit(game.pk, game.ply)


@transaction.atomic(durable=True)
def ask_for_bot_seat(game_id: UUID, viewer: Viewer, index: int) -> Candidate:
    """Ask those who play to give the viewer a bot's seat, also somebody's own that they left."""
    game = locked_game(game_id)
    _require_welcome(game, viewer)
    if sits_elsewhere(game, seat_of_bot(game, index).index, viewer):
        raise TableError(gettext_noop("There's no bot in that seat."))
    who = {"user_id": viewer.user_id, "guest_id": None if viewer.user_id else viewer.guest_id}
    if asked := game.candidates.filter(index=index, **who).first():
        # Who asks again keeps what the others have agreed to.
        return asked
    count_use(viewer.actor, "candidacy", CANDIDACIES_AN_HOUR, HOUR)
    if game.candidates.exclude(**who).count() >= MOST_CANDIDATES:
        raise TableError(
            gettext_noop("Too many players have already asked for a seat here. Try again later.")
        )
    wanted = {"index": index, "name": viewer.name, "agreed": []}
    candidate, _ = Candidate.objects.update_or_create(game=game, **who, defaults=wanted)
    announce_on_commit(game.pk, game.ply)
    return candidate


def seat_of_bot(game: Game, index: int) -> Seat:
    """Return the bot's seat of that number that somebody may ask for; raise if there is none."""
    require_running(game)
    if game.rated:
        raise TableError(gettext_noop("In rated games, you can't take over another player's seat."))
    seat = game.seats.filter(index=index, bot__gt=0).first()
    if seat is None:
        raise TableError(gettext_noop("There's no bot in that seat."))
    return seat


@transaction.atomic(durable=True)
def answer_candidate(game_id: UUID, viewer: Viewer, candidate_id: int, agrees: bool) -> None:
    """Say yes or no to a candidate: the first no ends it, and the last yes seats them."""
    game, now = locked_game(game_id), timezone.now()
    me = require_seat(game, viewer)
    if not me.is_person:
        raise not_at_table()
    require_allowed(viewer, Kind.SITE)
    # Whoever signs in meanwhile takes their wish along, before this or after it (``tables/claims.py``).
    candidate = game.candidates.select_for_update().filter(pk=candidate_id).first()
    seat = candidate and game.seats.filter(index=candidate.index, bot__gt=0).first()
    if candidate is None or seat is None or not game.is_running:
        raise TableError(gettext_noop("There's nothing left to decide – the game continues."))
    if not agrees:
        candidate.delete()
    else:
        candidate.agreed = sorted({*candidate.agreed, me.index})
        candidate.save(update_fields=["agreed"])
        _seat_if_all_agree(game, seat, candidate, now)
    announce_on_commit(game.pk, game.ply)


def _seat_if_all_agree(game: Game, seat: Seat, candidate: Candidate, now: datetime) -> None:
    people = game.seats.filter(PLAYED_BY_PEOPLE).values_list("index", flat=True)
    if not {*people} <= {*candidate.agreed}:
        return
    viewer = Viewer(user_id=candidate.user_id, guest_id=candidate.guest_id, name=candidate.name)
    # An account that signs in meanwhile gets the seats of its guest.
    if is_barred(viewer) or sits_elsewhere(game, seat.index, viewer):
        # Who agreed is not told that somebody else is banned: the wish is gone, as if it had been withdrawn.
        candidate.delete()
    else:
        _seat(game, seat, viewer, now)


def seat_if_all_agree(game: Game, now: datetime) -> None:
    """Seat whom everybody who is left has agreed to; those who asked first come first."""
    for candidate in game.candidates.select_for_update().order_by("pk"):
        if seat := game.seats.filter(index=candidate.index, bot__gt=0).first():
            _seat_if_all_agree(game, seat, candidate, now)


def forget_agreement(game: Game, index: int) -> None:
    """Let whoever sits here next be asked themselves: what somebody agreed to ends with their seat."""
    for candidate in game.candidates.all():
        if index in candidate.agreed:
            candidate.agreed.remove(index)
            candidate.save(update_fields=["agreed"])


def withdraw(game_id: UUID, viewer: Viewer) -> None:
    """No longer want to take a bot's seat."""
    who = {"user": viewer.user_id} if viewer.user_id else {"guest": viewer.guest_id}
    if viewer.is_known and Candidate.objects.filter(game=game_id, **who).delete()[0]:
        with transaction.atomic():
            announce_on_commit(game_id, Game.objects.values_list("ply", flat=True).get(pk=game_id))
