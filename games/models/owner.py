"""Who owns the site: one account, from the first administrator on."""

from typing import Any

from django.conf import settings
from django.db import models


class SiteOwner(models.Model):
    """The one row that names the owner: it can change hands, but neither double nor disappear."""

    THE_ONE = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=THE_ONE, editable=False)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ownership")
    since = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_site_owner")]

    def __str__(self) -> str:
        return f"owner {self.user_id}"

    def delete(self, *args: Any, **values: Any) -> tuple[int, dict[str, int]]:
        """Refuse: a site with an owner keeps one."""
        raise TypeError("The site cannot be left without an owner; name another one.")
