"""Games, seats and guests to look at; positions, seeds and draws are not shown to staff either."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Game, Guest, Seat


class ReadOnly:
    """Takes away every right but looking."""

    actions = None

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid adding."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid changing."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid deleting."""
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    """The seats of a game, without what they contributed."""

    model = Seat
    fields = ["index", "kind", "name", "user", "guest", "left", "points", "place"]


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    """The outside of a game."""

    fields = [
        "id", "ruleset_slug", "ruleset_version", "options", "status", "seat_count", "host_index", "listed",
        "ply", "commitment", "start_digest", "rematch_of", "created_at", "started_at", "moved_at", "ended_at",
    ]  # fmt: skip
    list_display = ["id", "ruleset_slug", "status", "seat_count", "ply", "listed", "created_at", "moved_at"]
    list_filter = ["status", "ruleset_slug", "listed"]
    search_fields = ["=id", "seats__name"]
    inlines = [SeatInline]


@admin.register(Seat)
class SeatAdmin(ReadOnly, admin.ModelAdmin):
    """Who sits where."""

    fields = ["game", *SeatInline.fields]
    list_display = ["name", "kind", "game", "index", "user", "guest", "left"]
    search_fields = ["name", "=game__id"]


@admin.register(Guest)
class GuestAdmin(ReadOnly, admin.ModelAdmin):
    """People without an account."""

    fields = ["id", "name", "created_at", "seen_at", "claimed_by"]
    list_display = ["name", "created_at", "seen_at", "claimed_by"]
    search_fields = ["name", "=id"]
