"""How a session's account is read."""

from typing import TYPE_CHECKING, Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class WithProfile(AuthenticationBackend):
    """Reads an account together with its profile: every page shows the name it chose."""

    def get_user(self, user_id: int) -> "User | None":
        """Return the active account of a session."""
        user = get_user_model().objects.select_related("profile").filter(pk=user_id).first()
        return user if user and self.user_can_authenticate(user) else None

    def get_all_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        """Return the rights of an account's groups in one query. Its own do not count: no rank shows them."""
        if not user_obj.is_active or user_obj.is_anonymous or obj is not None or user_obj.is_superuser:
            return super().get_all_permissions(user_obj, obj)
        if not hasattr(user_obj, "_perm_cache"):
            mine = Permission.objects.filter(group__user=user_obj).distinct()
            pairs = mine.order_by().values_list("content_type__app_label", "codename")
            user_obj._perm_cache = {f"{app}.{name}" for app, name in pairs}
        permissions: set[str] = user_obj._perm_cache
        return permissions
