"""How a session's account is read."""

from typing import TYPE_CHECKING

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import get_user_model

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class WithProfile(AuthenticationBackend):
    """Reads an account together with its profile: every page shows the name it chose."""

    def get_user(self, user_id: int) -> "User | None":
        """Return the active account of a session."""
        found = get_user_model().objects.select_related("profile").filter(pk=user_id).first()
        return found if found and self.user_can_authenticate(found) else None
