"""Whose the site is: the first administrator's, until they hand it over."""

from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import transaction

from games.models import SiteOwner
from games.rules.words import gettext_noop
from games.selectors.players.sanctions import is_banned
from games.selectors.viewers import Viewer, profile_of
from games.services.notices.inbox import tell
from games.services.rights.audit import note
from games.services.rights.ranks import ADMINISTRATORS
from games.services.rights.staff import DeskError, Staff, require_right

if TYPE_CHECKING:
    from django.contrib.auth.models import User

RIGHT = "games.change_siteowner"


def is_owner(user_id: int | None) -> bool:
    """Tell whether the site is this account's."""
    return SiteOwner.objects.filter(user_id=user_id).exists()


def own_if_first(instance: "User", raw: bool = False, **_: Any) -> None:
    """Make the first superuser the owner, by whichever way the account was made."""
    if instance.is_superuser and not raw:
        SiteOwner.objects.get_or_create(pk=SiteOwner.THE_ONE, defaults={"user": instance})


@transaction.atomic
def make_owner(staff: Staff, user_id: int, reason: str) -> None:
    """Hand the site over; who had it stays as an administrator."""
    require_right(staff, RIGHT)
    row = SiteOwner.objects.select_for_update().first()
    if row is None or row.user_id != staff.user.pk:
        raise DeskError(gettext_noop("Only the owner can do that."))
    _change(row, user_id, staff, reason)


@transaction.atomic
def give_site_to(user_id: int, reason: str) -> None:
    """Make an account the owner on behalf of whoever runs the machine; the log names the account itself."""
    row = SiteOwner.objects.select_for_update().first()
    new = _locked(user_id)
    if row is not None:
        _change(row, user_id, Staff(new), reason)
        return
    _require_fit(new)
    # The first superuser becomes the owner.
    new.is_superuser = new.is_staff = True
    new.save(update_fields=["is_superuser", "is_staff"])
    note(Staff(new), "make-owner", f"user:{user_id}", reason, ({}, {"owner": new.get_username()}))


def _change(row: SiteOwner, user_id: int, by: Staff, reason: str) -> None:
    if user_id == row.user_id:
        raise DeskError(gettext_noop("This account already owns the site."))
    old, new = _locked(row.user_id), _locked(user_id)
    _require_fit(new)
    _hand_over(row, old, new)
    names = ({"owner": old.get_username()}, {"owner": new.get_username()})
    note(by, "make-owner", f"user:{user_id}", reason, names)
    tell(Viewer(user_id=user_id), "made_owner", by=old.get_username())


def _locked(user_id: int) -> "User":
    accounts: Any = get_user_model().objects
    locked = accounts.select_for_update(no_key=True, of=("self",)).select_related("profile")
    user: User = locked.get(pk=user_id)
    return user


def _require_fit(user: "User") -> None:
    """Refuse accounts that could not look after the site."""
    if not user.is_active or is_banned(user.pk):
        raise DeskError(gettext_noop("This account can't sign in or is banned."))
    if profile_of(user).delete_at:
        raise DeskError(gettext_noop("This account is about to be deleted."))


def _hand_over(row: SiteOwner, old: "User", new: "User") -> None:
    row.user = new
    row.save()
    old.is_superuser, old.is_staff = False, True
    new.is_superuser, new.is_staff = True, True
    for user in (old, new):
        user.save(update_fields=["is_superuser", "is_staff"])
    old.groups.set(Group.objects.filter(name=ADMINISTRATORS))
    new.groups.clear()
