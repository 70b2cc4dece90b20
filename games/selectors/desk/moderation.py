"""What the desk sees of its queue, of a person and of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, Q, QuerySet

from games.models import Appeal, ChatLine, Game, Guest, Rating, Report, Sanction, Seat
from games.selectors.stored.entries import HIDDEN
from games.selectors.stored.logs import log_of
from games.selectors.viewers import Viewer

MOST_ROWS = 20


def plays_now(user_id: int | None) -> QuerySet[Seat, Any]:
    """Return the ids of the running games in which this member has a seat, for a subquery."""
    return Seat.objects.filter(user_id=user_id, game__status=Game.Status.RUNNING).values("game_id")


def shown_reports(user_id: int) -> QuerySet[Report]:
    """Return the reports that this member may know of, those folded into another counted there."""
    unfolded = Report.objects.filter(folded_into=None)
    return unfolded.exclude(pk__in=confidential_reports(user_id).order_by().values("pk"))


def confidential_reports(user_id: int) -> QuerySet[Report]:
    """Return the reports of which this member may not know.

    They are about themselves, about a game as a whole in which they have a seat, or about what the
    watchers of a game said while they play it.
    """
    once = Guest.objects.filter(claimed_by=user_id)
    seats = Seat.objects.filter(user_id=user_id)
    overheard = Q(line__room=ChatLine.Room.WATCHERS, line__game_id__in=plays_now(user_id))
    at_table = Q(kind=Report.Kind.GAME, game_id__in=seats.values("game_id"))
    return Report.objects.filter(Q(user=user_id) | Q(guest__in=once) | at_table | overheard)


def queue(user_id: int) -> dict[str, int]:
    """Return how many reports and appeals wait for this member, and how many are being looked after."""
    waiting = shown_reports(user_id)
    return {
        "open": waiting.filter(state=Report.State.OPEN).count(),
        "taken": waiting.filter(state=Report.State.TAKEN).count(),
        "appeals": Appeal.objects.filter(state=Appeal.State.OPEN).count(),
    }


@dataclass(frozen=True, slots=True)
class ReportsWaiting:
    """How many reports nobody has taken yet, and since when the oldest waits."""

    count: int
    oldest: datetime | None


def waiting_reports(user_id: int) -> ReportsWaiting:
    """Return what the badge beside this member's way to the desk says, in one query."""
    unread = shown_reports(user_id).filter(state=Report.State.OPEN)
    return ReportsWaiting(**unread.aggregate(count=Count("pk"), oldest=Min("created_at")))


@dataclass(frozen=True, slots=True)
class History:
    """One person as the desk knows them, the newest first."""

    names: Sequence[str]
    seats: Sequence[Seat]
    reports: Sequence[Report]
    reports_made: int
    sanctions: Sequence[Sanction]
    ratings: Sequence[Rating]


def history_of(person: Viewer, reader_id: int) -> History:
    """Return a person's names, games, sanctions, ratings, and the reports that this reader may know of."""
    mine = Seat.objects.filter(_is(person))
    seats = mine.select_related("game").defer("game__state", "game__deal").order_by("-game__created_at")
    reports = shown_reports(reader_id).filter(_is(person)).select_related("taken_by")
    sanctions = Sanction.objects.filter(_is(person)).select_related("by", "appeal")
    reported = Report.objects.filter(by_user_id=person.user_id, by_guest_id=person.guest_id)
    return History(
        names=list(mine.order_by("name").values_list("name", flat=True).distinct()[:MOST_ROWS]),
        seats=list(seats[:MOST_ROWS]),
        reports=list(reports[:MOST_ROWS]),
        reports_made=reported.count(),
        sanctions=list(sanctions[:MOST_ROWS]),
        ratings=list(Rating.objects.filter(user_id=person.user_id).order_by("slug"))
        if person.user_id
        else [],
    )


def _is(person: Viewer) -> Q:
    return Q(user_id=person.user_id, guest_id=person.guest_id)


@dataclass(frozen=True, slots=True)
class LogRow:
    """One line of a game's log: who, what, when; a secret or veiled move reads ``?`` until the end."""

    ply: int
    name: str
    move: str
    at: datetime


def plies(game: Game) -> list[LogRow]:
    """Return the log as an observer may read it now: in full only once the deal is revealed.

    Behind a veil even who passed, and for how long, tells what the seat could not do (KM-83).
    """
    names = {seat.index: seat.name for seat in game.seats.all()}
    return [
        LogRow(
            each.ply,
            names.get(each.seat, ""),
            HIDDEN if (each.secret or each.veiled) and not game.is_revealed else each.notation,
            each.at,
        )
        for each in log_of(game)
    ]
