"""What the desk sees of its queue, of a person and of a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min, Q

from games.models import Appeal, Game, Rating, Report, Sanction, Seat
from games.selectors.stored.entries import HIDDEN
from games.selectors.stored.logs import log_of
from games.selectors.viewers import Viewer

MOST_ROWS = 20


def queue() -> dict[str, int]:
    """Return how many reports and appeals wait, and how many are being looked after."""
    waiting = Report.objects.filter(folded_into=None)
    return {
        "open": waiting.filter(state=Report.State.OPEN).count(),
        "taken": waiting.filter(state=Report.State.TAKEN).count(),
        "appeals": Appeal.objects.filter(state=Appeal.State.OPEN).count(),
    }


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many reports nobody has taken yet, and since when the oldest waits."""

    count: int
    oldest: datetime | None


def waiting_reports() -> Waiting:
    """Return what the badge beside the way to the desk says, in one query."""
    unread = Report.objects.filter(state=Report.State.OPEN, folded_into=None)
    return Waiting(**unread.aggregate(count=Count("pk"), oldest=Min("created_at")))


@dataclass(frozen=True, slots=True)
class History:
    """One person as the desk knows them, the newest first."""

    names: Sequence[str]
    seats: Sequence[Seat]
    reports: Sequence[Report]
    reports_made: int
    sanctions: Sequence[Sanction]
    ratings: Sequence[Rating]


def history_of(person: Viewer) -> History:
    """Return a person's names, games, reports, sanctions and ratings."""
    mine = Seat.objects.filter(_is(person))
    seats = mine.select_related("game").defer("game__state", "game__deal").order_by("-game__created_at")
    reports = Report.objects.filter(_is(person), folded_into=None).select_related("taken_by")
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
class Ply:
    """One line of a game's log: who, what, when; a secret move reads ``?`` until the end."""

    ply: int
    name: str
    move: str
    at: datetime


def plies(game: Game) -> list[Ply]:
    """Return the log as an observer may read it now: in full only once the game is over."""
    names = {seat.index: seat.name for seat in game.seats.all()}
    return [
        Ply(
            each.ply,
            names.get(each.seat, ""),
            HIDDEN if each.secret and not game.is_over else each.notation,
            each.at,
        )
        for each in log_of(game)
    ]
