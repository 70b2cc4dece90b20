"""The quick start: a seat at a table that fits, or a new table."""

from contextlib import suppress
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from games import fair
from games.models import Game, Seat
from games.rules import registry
from games.selectors.blocks import blocked_tables
from games.selectors.clocks.arithmetic import NO_CLOCK, TimeControl
from games.selectors.clocks.measures import paces_of
from games.selectors.players.sanctions import Kind, require_allowed
from games.selectors.stored.statements import locked_game
from games.selectors.viewers import Viewer, seat_of
from games.services.company.presence import all_there
from games.services.play.refusals import TableError
from games.services.tables.seating import Plan, open_table, sit_down
from games.services.tables.substitutes import newcomer_sits, tables_for_newcomers

MOST_TRIED = 20
NEW_TABLE_PACES = {
    Game.Pace.NONE: NO_CLOCK,
    Game.Pace.LIVE: TimeControl(Game.Pace.LIVE, base=600, increment=10),
    Game.Pace.DAYS: TimeControl(Game.Pace.DAYS, base=3 * 86400),
}


@dataclass(frozen=True, slots=True)
class QuickStart:
    """What somebody wants who would like to play now; without a pace any will do."""

    slug: str
    pace: str = ""
    client_seed: str = ""
    deal: fair.Deal | None = None
    """The deal a page has offered, for a new table."""


@transaction.atomic(durable=True)
def quick_start(viewer: Viewer, wish: QuickStart) -> Game:
    """Seat the viewer at the fullest listed table that fits, or open one."""
    require_allowed(viewer, Kind.SITE)
    _one_at_a_time(wish.slug)
    for game_id in list(_fitting(viewer, wish).values_list("pk", flat=True)[:MOST_TRIED]):
        game = locked_game(game_id)
        has_room = game.is_open and game.seats.count() < game.seat_count
        # Another page of theirs may have sat down there while this one waited for the lock.
        if has_room and seat_of(game, viewer) is None:
            # What was sent was meant for the offer's commitment; this table's has not been on that page.
            sit_down(game, viewer, "", deal=wish.deal)
            return game
    if table := _newcomers_table(viewer, wish):
        return table
    return open_table(viewer, _plan(wish))


def _newcomers_table(viewer: Viewer, wish: QuickStart) -> Game | None:
    """Seat the viewer where somebody who waits plays bots meanwhile, if one of those has not moved."""
    tables = tables_for_newcomers(viewer, wish.slug)
    fitting = tables.filter(pace=wish.pace) if wish.pace else tables
    for game_id in list(fitting.values_list("pk", flat=True)[:MOST_TRIED]):
        with suppress(TableError):
            game = locked_game(game_id)
            newcomer_sits(game, viewer, timezone.now(), wish.deal)
            return game
    return None


def _one_at_a_time(slug: str) -> None:
    """Let nobody else look for a table of this title meanwhile; SQLite has only one writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"quick start {slug}"])


def _fitting(viewer: Viewer, wish: QuickStart) -> QuerySet[Game]:
    """Return the tables to try at which nobody is gone, those that lack the fewest people first."""
    mine = Seat.objects.filter(viewer.owns()).values("game_id")
    tables = Game.objects.filter(status=Game.Status.OPEN, listed=True, ruleset_slug=wish.slug)
    if wish.pace:
        tables = tables.filter(pace=wish.pace)
    if viewer.user_id is None:
        tables = tables.filter(rated=False)
    free = F("seat_count") - Count("seats")
    missing = F("seat_count") - Count("seats", filter=Q(seats__bot=0))
    return (
        tables.exclude(pk__in=mine)
        .exclude(pk__in=blocked_tables(viewer))
        .annotate(free=free, missing=missing)
        .filter(all_there(timezone.now()), free__gt=0)
        .order_by("missing", "created_at")
    )


def _plan(wish: QuickStart) -> Plan:
    seats = min(count for count in registry.get(wish.slug).seats if count > 1)
    pace = _new_table_pace(wish.slug, Game.Pace(wish.pace or Game.Pace.NONE))
    return Plan(wish.slug, seats, {}, listed=True, client_seed=wish.client_seed, pace=pace, deal=wish.deal)


def _new_table_pace(slug: str, kind: Game.Pace) -> TimeControl:
    """Return the title's own pace of that kind, the first it names, or the usual one."""
    own = paces_of(registry.get(slug)).values()
    return next((pace for pace in own if pace.kind == kind), NEW_TABLE_PACES[kind])
