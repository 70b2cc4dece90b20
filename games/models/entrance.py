"""Who may come in, and how: the site's own settings, links that sign in or sign up, networks kept out."""

from django.conf import settings
from django.db import models

from games.models.moderation import Sanction

USER = settings.AUTH_USER_MODEL


class SiteState(models.Model):
    """The one row about the site itself: what its administrators chose, and how its mail does."""

    ONLY = 1
    guests_welcome = models.BooleanField(default=True)
    sign_up_open = models.BooleanField(default=True)
    mail_sent_at = models.DateTimeField(null=True, blank=True)
    mail_failed_at = models.DateTimeField(null=True, blank=True)
    mail_error = models.CharField(max_length=200, default="", blank=True)

    class Meta:
        verbose_name_plural = "site"

    def __str__(self) -> str:
        name: str = settings.SITE_NAME
        return name

    @property
    def mail_fails(self) -> bool:
        """True if the last mail did not go out."""
        failed, sent = self.mail_failed_at, self.mail_sent_at
        return failed is not None and (sent is None or sent < failed)


class SignInLink(models.Model):
    """A link made at the desk that signs in to one account, once; only its hash is kept."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"link {self.pk}"


class SignUpInvitation(models.Model):
    """A link with which so many people may still create an account where sign-up is by invitation."""

    note = models.CharField(max_length=80, default="", blank=True)
    uses_left = models.PositiveSmallIntegerField(default=1)
    until = models.DateTimeField()
    by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class ClosedNetwork(models.Model):
    """A network from which a ban lets no new guests and accounts come for some days.

    It has no sanction any more if who was banned deleted the account: nobody ends a ban like that.
    """

    sanction = models.ForeignKey(
        Sanction, null=True, on_delete=models.SET_NULL, related_name="closed_networks"
    )
    network = models.CharField(max_length=45, db_index=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.network
