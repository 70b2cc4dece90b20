"""Games and seats to look at; positions, seeds and draws are not shown to staff either."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.acts import Act, DeskAdmin, ReadOnly
from games.admin.looks import LookedAt, closed, look_address
from games.admin.words import FIELDS, NamedValues
from games.forms.staff.desk import ReasonForm, SeatForm
from games.forms.staff.places import PlacesForm
from games.models import Game, Seat
from games.rules import registry
from games.selectors.clocks.arithmetic import time_control_of
from games.selectors.tables.clocks import pace_words
from games.services.moderation import desk
from games.templatetags.lobby import chosen_options, title_of


def _is_going(game: Game) -> bool:
    return not game.is_over


class Endings(admin.SimpleListFilter):
    """Games by how they ended: one that goes on, or never began, was not played to its end."""

    title = FIELDS["ending"]
    parameter_name = "ended"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the ways there are."""
        return [(ending.name.lower(), ending.label) for ending in Game.Ending]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Return the games that ended so, and all of them if no such way was chosen."""
        chosen = {ending.name.lower(): ending for ending in Game.Ending}.get(self.value() or "")
        if chosen is None:
            return queryset
        played = {"status": Game.Status.FINISHED} if chosen is Game.Ending.PLAYED else {}
        return queryset.filter(ending=chosen, **played)


class Numbered:
    """Tells the number of a seat as people count."""

    @admin.display(description=FIELDS["index"], ordering="index")
    def number(self, seat: Seat) -> int:
        """Return which seat it is, from one on."""
        return seat.index + 1


class SeatInline(Numbered, ReadOnly, admin.TabularInline):
    """The seats of a game, without what they contributed."""

    model = Seat
    readonly_fields = ["number"]
    fields = ["number", "kind", "name", "user", "guest", "left", "points", "place"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Read the people with their seats."""
        return super().get_queryset(request).select_related("user", "guest")


@admin.register(Game)
class GameAdmin(LookedAt):
    """The outside of a game."""

    fields = [
        "id", "title", "ruleset_version", "chosen", "status", "how_it_ended", "seat_count", "host",
        "listed", "rated", "clocks", "ply", "commitment", "start_digest", "created_at", "started_at",
        "moved_at", "ended_at",
    ]  # fmt: skip
    list_display = ["short", "title", "names", "status", "ply", "listed", "moved_at"]
    ordering = ["-created_at"]
    list_filter = ["status", ("ruleset_slug", NamedValues), "listed", Endings, "created_at"]
    search_fields = ["=id", "seats__name"]
    inlines = [SeatInline]
    acts_inside = frozenset({"adjudicate"})
    acts = (
        Act(
            "end", _("End without a result"), desk.GAME_RIGHT, ReasonForm,
            lambda staff, game, said: desk.end_game(staff, game.pk, said["reason"]), _is_going, for_many=True,
        ),
        Act(
            "adjudicate", _("End and set ranks"), desk.GAME_RIGHT, PlacesForm,
            lambda staff, game, said: desk.adjudicate(staff, game.pk, said["places"], said["reason"]),
            lambda game: game.is_running,
        ),
        Act(
            "free-seat", _("Free a seat"), desk.GAME_RIGHT, SeatForm,
            lambda staff, game, said: desk.free_seat(staff, game.pk, int(said["seat"]), said["reason"]),
            _is_going,
        ),
        Act(
            "annul", _("Revert rating changes"), "games.change_ratingchange", ReasonForm,
            lambda staff, game, said: desk.annul_ratings(staff, game.pk, said["reason"]),
            lambda game: game.is_over and game.rated,
        ),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Read games without their positions, and the names at their tables in one query."""
        return super().get_queryset(request).defer("state", "deal").prefetch_related("seats")

    def title_of(self, row: Game) -> str:
        """Return the title and who plays."""
        return f"{title_of(row.ruleset_slug)} · {', '.join(seat.name for seat in row.seats.all())}"

    @admin.display(description=_("game"), ordering="id")
    def short(self, game: Game) -> str:
        """Return the first part of its id, enough to tell games apart."""
        return str(game.pk)[:8]

    @admin.display(description=FIELDS["ruleset_slug"], ordering="ruleset_slug")
    def title(self, game: Game) -> str:
        """Return what is played."""
        return title_of(game.ruleset_slug)

    @admin.display(description=FIELDS["options"])
    def chosen(self, game: Game) -> str:
        """Return what was chosen among the options of the title, a line for each."""
        if game.ruleset_slug not in registry.SLUGS:
            return str(game.options)
        options = chosen_options(game.ruleset_slug, game.options, game.seat_count)
        lines = [
            gettext("%(label)s: %(value)s") % {"label": label, "value": value} for label, value in options
        ]
        return format_html_join(mark_safe("<br>"), "{}", ((line,) for line in lines)) or "–"

    @admin.display(description=FIELDS["pace"])
    def clocks(self, game: Game) -> str:
        """Return how fast it is played."""
        return pace_words(time_control_of(game))

    @admin.display(description=FIELDS["host_index"])
    def host(self, game: Game) -> SafeString:
        """Return who opened the table, or holds its place now."""
        names = {seat.index: seat.name for seat in game.seats.all()}
        return format_html("<bdi>{}</bdi>", names.get(game.host_index, "–"))

    @admin.display(description=FIELDS["ending"])
    def how_it_ended(self, game: Game) -> str:
        """Return why there are no more moves, once there are none."""
        was_played = game.status == Game.Status.FINISHED or game.ending
        return game.get_ending_display() if was_played else "–"

    @admin.display(description=_("players"))
    def names(self, game: Game) -> SafeString:
        """Return who sits there."""
        return format_html("<bdi>{}</bdi>", ", ".join(seat.name for seat in game.seats.all()))

    def about(self, request: HttpRequest, row: Game) -> dict[str, Any]:
        """Offer the look at the table."""
        return {"links": [(_("View table and log"), look_address(row.pk))]}


@admin.register(Seat)
class SeatAdmin(Numbered, DeskAdmin):
    """Who sits where."""

    fields = ["game", *SeatInline.fields]
    list_display = ["name", "kind", "game_id", "number", "user", "guest", "left"]
    list_select_related = ["user", "guest"]
    ordering = ["-pk"]
    search_fields = ["name", "=game__id"]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show a seat, at a private table only after a reason."""
        seat = self.get_object(request, object_id)
        shut = closed(request, seat.game) if seat and self.has_view_permission(request, seat) else None
        return shut or super().change_view(request, object_id, form_url, extra_context)
