"""Who acts at the moderators' desk, and whom and what they may not touch."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.apps import apps as site_apps
from django.contrib.auth import get_user_model
from django.contrib.auth.management import create_permissions

from games.models import Game, Guest, Seat
from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.selectors.players.sanctions import Kind, require_allowed
from games.selectors.viewers import Viewer, viewer_behind
from games.services.rights.ranks import ADMINISTRATORS, MODERATORS, Rank, able_staff, rank_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

RIGHTS_OF = ("auth", "games")

_MODERATES = (
    "view_report", "change_report", "view_sanction", "add_sanction", "change_sanction", "view_appeal",
    "change_appeal", "view_game", "change_game", "view_seat", "view_user", "change_profile", "view_guest",
    "change_guest", "view_chatline", "change_chatline",
)  # fmt: skip
_ADMINISTERS = ("view_auditentry", "change_ratingchange", "change_user", "view_sitestate", "change_sitestate")
RIGHTS = {MODERATORS: _MODERATES, ADMINISTRATORS: (*_MODERATES, *_ADMINISTERS)}
"""What each group may do; a superuser may do everything but what ``require_…`` forbids everybody."""


@dataclass(frozen=True, slots=True)
class Staff:
    """Somebody at the desk, and the address they come from."""

    user: "User"
    address: str = ""

    @property
    def rank(self) -> Rank:
        """How high they stand now."""
        return rank_of(Viewer(user_id=self.user.pk))


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
    """Raise a refusal unless this member of the staff has the right and is not banned, in this transaction.

    The account stays locked until the end of the transaction: a ban waits for acts that have begun, and an
    act that comes after the ban finds it.
    """
    user = _locked_account(staff.user.pk)
    if user is None or not (user.is_active and user.is_staff and user.has_perm(right)):
        raise DeskError(gettext_noop("You don't have permission to do that."))
    require_allowed(Viewer(user_id=user.pk), Kind.SITE)


def _locked_account(user_id: int | None) -> "User | None":
    accounts: Any = get_user_model().objects
    user: User | None = accounts.select_for_update(no_key=True).filter(pk=user_id).first()
    return user


def require_rank(staff: Staff, least: Rank) -> None:
    """Raise ``DeskError`` for anybody below this rank."""
    if staff.rank < least:
        raise DeskError(gettext_noop("Your role doesn't allow that."))


def require_neutral(staff: Staff, game: Game | None) -> None:
    """Raise ``DeskError`` if this member of the staff has a seat in the game."""
    if game is not None and Seat.objects.filter(game=game, user=staff.user).exists():
        raise DeskError(gettext_noop("You're in this game, so another moderator must handle it."))


def held_still(person: Viewer) -> Viewer:
    """Return who this is by now: a guest may have become an account since the page was drawn.

    A guest stays locked after that, so that they become one either before or after. Rows that only name
    the guest are still written meanwhile: a move may hold the game that is waited for next.
    """
    if person.user_id is not None or person.guest_id is None:
        return person
    guest = Guest.objects.select_for_update(no_key=True).filter(pk=person.guest_id).first()
    return viewer_behind(guest) if guest else person


def require_power_over(staff: Staff, person: Viewer) -> None:
    """Raise ``DeskError`` for oneself, whoever is not of a lower rank, and whom one is playing with just now.

    An account stays locked after that, so that its own acts at the desk come either before or after. Only
    ranks below are ever waited for, hence two who decide about each other do not block one another.
    """
    if person.user_id == staff.user.pk:
        raise DeskError(gettext_noop("You can't decide cases that involve you."))
    require_rank_above(staff, person)
    _locked_account(person.user_id)
    # Asked again: whoever held the lock may have given the person another rank.
    require_rank_above(staff, person)
    mine = Seat.objects.filter(user=staff.user, game__status=Game.Status.RUNNING).values("game_id")
    if Seat.objects.filter(person.owns(), game__in=mine).exists():
        raise DeskError(gettext_noop("You're playing with this person, so another moderator must decide."))


def require_rank_above(staff: Staff, person: Viewer) -> None:
    """Raise ``DeskError`` unless the person's rank is below that of this member of the staff."""
    if not can_decide_about(staff, person):
        raise DeskError(gettext_noop("You can only make decisions about people whose role is below yours."))


def can_decide_about(staff: Staff, person: Viewer) -> bool:
    """Tell whether the person's rank is below that of this member of the staff; players are below all."""
    rank = rank_of(person)
    return rank == Rank.PLAYER or rank < staff.rank


def has_colleague(staff: Staff, right: str, person: Viewer) -> bool:
    """Tell whether somebody else at the desk could decide about the person with this right."""
    others = able_staff(right).filter(rank__gt=rank_of(person))
    return others.exclude(pk__in=[staff.user.pk, person.user_id or 0]).exists()
