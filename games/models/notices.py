"""What people are told: notices in the page, and what became of those sent by other ways."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.people import Guest


class Notice(models.Model):
    """Something the site tells one person in its pages until they have read it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="notices"
    )
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="notices")
    kind = models.SlugField()
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="notices")
    data = models.JSONField(default=dict)
    named = models.CharField(max_length=48, blank=True)
    """Whose name the data hold, as the log names them: it changes with them."""
    at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-at"]
        indexes = [models.Index(fields=["user", "read_at"]), models.Index(fields=["guest", "read_at"])]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind"],
                name="one_unread_desk_notice",
                condition=models.Q(kind__in=["report_waiting", "appeal_waiting"], read_at=None),
            ),
        ]

    def __str__(self) -> str:
        return self.kind


class Delivery(models.Model):
    """One mail, push message or webhook call: first in the outbox, then a line of the person's log."""

    class Channel(models.TextChoices):
        MAIL = "mail", _("Email")
        PUSH = "push", _("Browser notification")
        WEBHOOK = "webhook", _("Webhook")

    class Kind(models.TextChoices):
        YOUR_TURN = "your_turn", _("Your turn")
        CLOCK_REMINDER = "clock_reminder", _("Your time is running out")
        JOINED = "joined", _("A player joined")
        BACK = "back", _("A player is back")
        REPORT_WAITING = "report_waiting", _("Reports waiting")
        APPEAL_WAITING = "appeal_waiting", _("Appeals waiting")
        TEST = "test", _("Test")

    class State(models.TextChoices):
        WAITING = "waiting"
        SENT = "sent"
        FAILED = "failed"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=7, choices=Channel)
    kind = models.CharField(max_length=14, choices=Kind)
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    turn = models.PositiveIntegerField(null=True, blank=True)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    due_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, default="", blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]
        indexes = [
            models.Index(fields=["user", "-at"]),
            models.Index(fields=["due_at"], name="games_outbox", condition=models.Q(state="waiting")),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "channel", "kind", "game", "turn"], name="one_call_per_turn"
            ),
            models.UniqueConstraint(
                fields=["user"],
                name="one_pending_mail",
                condition=models.Q(channel="mail", kind="your_turn", state="waiting"),
            ),
            models.UniqueConstraint(
                fields=["user", "channel", "kind"],
                name="one_pending_desk_call",
                condition=models.Q(kind__in=["report_waiting", "appeal_waiting"], state="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.state}"


class PushSubscription(models.Model):
    """A browser that takes push messages for an account."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pushes")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"browser {self.pk}"
