"""What people choose for themselves, wherever they sign in."""

from typing import TYPE_CHECKING

from games.likeness import likeness
from games.models import Guest, Profile
from games.selectors.viewers import Viewer, profile_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def rename(viewer: Viewer, name: str) -> None:
    """Give the viewer another name, already cleaned, for the tables where they sit down from now on."""
    if viewer.user_id is not None:
        Profile.objects.filter(user_id=viewer.user_id).update(name=name, name_key=likeness(name))
    elif viewer.guest_id is not None:
        Guest.objects.filter(pk=viewer.guest_id).update(name=name)


def choose_language(user: "User", code: str) -> None:
    """Keep an account's language for its other devices and its mails."""
    profile = profile_of(user)
    profile.language = code
    profile.save(update_fields=["language"])
