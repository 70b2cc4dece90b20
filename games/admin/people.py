"""Accounts and guests: each with everything the desk knows of them on one page."""

from typing import Any

import django.contrib.auth.admin  # noqa: F401  What it registers makes way below.
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin import rescue
from games.admin.acts import Act, DeskAdmin, staff_of
from games.admin.owner import MAKE_OWNER
from games.forms.staff.desk import AppointForm, PenaltyForm, RenameForm, penalty_said
from games.models import Guest
from games.selectors.desk.moderation import history_of
from games.selectors.players.sanctions import in_force
from games.selectors.viewers import viewer_behind
from games.services.moderation import desk
from games.services.moderation.ownership import is_owner
from games.services.moderation.penalties import impose
from games.services.rights.ranks import Rank, rank_expression
from games.services.rights.staff import Staff, can_decide_about

RANKS = {
    Rank.PLAYER: "–",
    Rank.MODERATOR: _("Moderator"),
    Rank.ADMINISTRATOR: _("Administrator"),
    Rank.OWNER: _("Owner"),
}

admin.site.unregister(User)
admin.site.unregister(Group)


def _punish(staff: Staff, row: User | Guest, said: dict[str, Any]) -> None:
    impose(staff, viewer_behind(row), penalty_said(said))


def _rename(staff: Staff, row: User | Guest, said: dict[str, Any]) -> None:
    desk.rename(staff, viewer_behind(row), said["name"], said["reason"])


class PersonAdmin(DeskAdmin):
    """Somebody who plays here."""

    body = "admin/person.html"
    acts = (
        Act("penalty", _("Warn, mute or ban"), "games.add_sanction", PenaltyForm, _punish, for_many=True),
        Act("rename", _("Rename"), "games.change_profile", RenameForm, _rename),
    )

    def about(self, request: HttpRequest, row: User | Guest) -> dict[str, Any]:
        """Tell the person's history."""
        return {"history": history_of(viewer_behind(row), request.user.pk)}

    def offered(self, request: HttpRequest, row: User | Guest) -> list[Act]:
        """Return the acts, unless the person's rank is not below that of who looks."""
        return (
            super().offered(request, row) if can_decide_about(staff_of(request), viewer_behind(row)) else []
        )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Count what holds against each."""
        held = Count("sanctions", filter=in_force("sanctions__"), distinct=True)
        return super().get_queryset(request).annotate(held=held)

    def title_of(self, row: User | Guest) -> str:
        """Return what they are called: an account by the name it signs in with."""
        return row.name if isinstance(row, Guest) else row.get_username()

    @admin.display(description=_("active sanctions"), ordering="held")
    def sanctions_held(self, row: Any) -> str:
        """Return how many decisions hold against them now."""
        return str(row.held or "–")


@admin.register(User)
class AccountAdmin(PersonAdmin):
    """Somebody with an account, without what is theirs alone: address and password."""

    fields = ["username", "part", "is_active", "date_joined", "last_login"]
    list_display = [
        "username",
        "name",
        "sanctions_held",
        "part",
        "is_active",
        "date_joined",
        "last_login",
    ]
    list_filter = ["is_staff", "is_active", "groups"]
    list_select_related = ["profile"]
    date_hierarchy = "date_joined"
    search_fields = ["username", "profile__name"]
    acts = (
        *PersonAdmin.acts,
        *rescue.ACTS,
        Act(
            "appoint", _("Change role"), "auth.change_user", AppointForm,
            lambda staff, user, said: desk.appoint(staff, user.pk, said["group"], said["reason"]),
        ),
        MAKE_OWNER,
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Read the rank with each account."""
        return super().get_queryset(request).annotate(rank=rank_expression())

    @admin.display(description=_("role"), ordering="rank")
    def part(self, user: Any) -> str:
        """Return the rank of an account."""
        return str(RANKS[user.rank])

    def allowed(self, request: HttpRequest) -> list[Act]:
        """Leave out what only the owner of the site can do."""
        acts = super().allowed(request)
        if MAKE_OWNER in acts and not is_owner(request.user.pk):
            acts.remove(MAKE_OWNER)
        return acts

    @admin.display(description=_("name"), ordering="profile__name")
    def name(self, user: User) -> str:
        """Return the name that stands at tables."""
        profile = getattr(user, "profile", None)
        return profile.name if profile else "–"


@admin.register(Guest)
class GuestAdmin(PersonAdmin):
    """People without an account."""

    fields = ["id", "name", "created_at", "seen_at", "claimed_by"]
    list_display = ["name", "sanctions_held", "created_at", "seen_at", "claimed_by"]
    list_select_related = ["claimed_by"]
    date_hierarchy = "created_at"
    search_fields = ["name", "=id"]
