"""Who acts at the moderators' desk, and whom and what they may not touch."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.apps import apps as site_apps
from django.contrib.auth import get_user_model
from django.contrib.auth.management import create_permissions
from django.db.models import Q

from games.models import Game, Seat
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.services.people import Viewer

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MODERATORS, ADMINISTRATORS = "Moderators", "Administrators"
RIGHTS_OF = ("auth", "games")

_MODERATES = (
    "view_report", "change_report", "view_sanction", "add_sanction", "change_sanction", "view_appeal",
    "change_appeal", "view_game", "change_game", "view_seat", "view_user", "change_profile", "view_guest",
    "change_guest", "view_chatline", "change_chatline",
)  # fmt: skip
_ADMINISTERS = ("view_auditentry", "change_ratingchange", "change_user")
RIGHTS = {MODERATORS: _MODERATES, ADMINISTRATORS: (*_MODERATES, *_ADMINISTERS)}
"""What each group may do; a superuser may do everything but what ``require_…`` forbids everybody."""


@dataclass(frozen=True, slots=True)
class Staff:
    """Somebody at the desk, and the address they come from."""

    user: "User"
    address: str = ""


class DeskError(RulesError):
    """The desk does not do this for this member of the staff, or not any more."""


def make_groups(apps: Any = site_apps, **_: Any) -> None:
    """Make the two groups and give them exactly their rights, after each migration; harmless to repeat."""
    try:
        group_model, permission_model = (apps.get_model("auth", name) for name in ("Group", "Permission"))
    except LookupError:
        return
    for label in RIGHTS_OF:
        create_permissions(site_apps.get_app_config(label), verbosity=0, apps=apps)
    known = permission_model.objects.filter(content_type__app_label__in=RIGHTS_OF)
    for name, rights in RIGHTS.items():
        group, _created = group_model.objects.get_or_create(name=name)
        group.permissions.set(known.filter(codename__in=rights))


def require_right(staff: Staff, right: str) -> None:
    """Raise ``DeskError`` unless this member of the staff has the right."""
    if not (staff.user.is_active and staff.user.is_staff and staff.user.has_perm(right)):
        raise DeskError(gettext_noop("You do not have the right to do that."))


def require_neutral(staff: Staff, game: Game | None) -> None:
    """Raise ``DeskError`` if this member of the staff has a seat in the game."""
    if game is not None and Seat.objects.filter(game=game, user=staff.user).exists():
        raise DeskError(gettext_noop("You play in this game: somebody else must look after it."))


def require_power_over(staff: Staff, person: Viewer) -> None:
    """Raise ``DeskError`` for oneself, a superuser, and whoever one is playing with just now."""
    if person.user_id == staff.user.pk:
        raise DeskError(gettext_noop("Nobody decides about themselves."))
    if get_user_model().objects.filter(pk=person.user_id, is_superuser=True).exists():
        raise DeskError(gettext_noop("Nobody at the desk decides about a superuser."))
    mine = Seat.objects.filter(user=staff.user, game__status=Game.Status.RUNNING).values("game_id")
    if Seat.objects.filter(person.owns(), game__in=mine).exists():
        raise DeskError(gettext_noop("You are playing with this person: somebody else must decide."))


def has_colleague(staff: Staff, right: str) -> bool:
    """Tell whether somebody else at the desk could do what needs this right."""
    codename = right.partition(".")[2]
    able = Q(is_superuser=True) | Q(groups__permissions__codename=codename)
    others = get_user_model().objects.filter(able, is_active=True, is_staff=True)
    return others.exclude(pk=staff.user.pk).exists()
