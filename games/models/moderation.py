"""The moderators' desk: reports, what was done, who objected, and a log nobody can rewrite."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.models.game import Game
from games.models.people import Guest
from games.models.talk import ChatLine

USER = settings.AUTH_USER_MODEL


def holds_at(now: Any, path: str = "") -> models.Q:
    """Return the filter for sanctions that hold at a moment, or for rows that lead to them by a path."""
    lasts = models.Q(**{f"{path}until": None}) | models.Q(**{f"{path}until__gt": now})
    return models.Q(**{f"{path}lifted_at": None}) & lasts


class Report(models.Model):
    """Somebody says that something is wrong; the evidence is copied when they say it."""

    class Kind(models.TextChoices):
        PERSON = "person", pgettext_lazy("what is reported", "Player")
        NAME = "name", pgettext_lazy("what is reported", "Name")
        LINE = "line", pgettext_lazy("what is reported", "Message")
        GAME = "game", pgettext_lazy("what is reported", "Game")

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("state of a report", "Open")
        TAKEN = "taken", pgettext_lazy("state of a report", "In review")
        CLOSED = "closed", pgettext_lazy("state of a report", "Closed")

    class Outcome(models.TextChoices):
        NONE = "", pgettext_lazy("outcome of a report", "None yet")
        ACTED = "acted", pgettext_lazy("outcome of a report", "Action taken")
        NOTHING = "nothing", pgettext_lazy("outcome of a report", "No action needed")

    kind = models.CharField(max_length=6, choices=Kind)
    reason = models.SlugField()
    words = models.CharField(max_length=500, default="", blank=True)
    evidence = models.JSONField(default=dict)
    by_user = models.ForeignKey(
        USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    by_guest = models.ForeignKey(
        Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports_made"
    )
    user = models.ForeignKey(USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports")
    line = models.ForeignKey(
        ChatLine, null=True, blank=True, on_delete=models.SET_NULL, related_name="reports"
    )
    folded_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="folded"
    )
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    taken_by = models.ForeignKey(USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    outcome = models.CharField(max_length=7, choices=Outcome, default=Outcome.NONE, blank=True)
    answer = models.CharField(max_length=500, default="", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # Since when it waits for somebody: later than it was made if somebody took it and gave it back.
    queued_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["state", "created_at"]),
            models.Index(fields=["folded_into", "-state", "created_at", "-id"], name="games_report_queue"),
            models.Index(
                fields=["queued_at"],
                condition=models.Q(state="open", folded_into=None),
                name="games_report_waiting",
            ),
        ]

    def __str__(self) -> str:
        return f"report {self.pk}"


class Sanction(models.Model):
    """What a moderator decided about a person, why and until when; None means for good."""

    class Kind(models.TextChoices):
        WARNING = "warning", pgettext_lazy("sanction", "Warning")
        CHAT = "chat", pgettext_lazy("sanction", "Mute")
        HOSTING = "hosting", pgettext_lazy("sanction", "Ban from creating tables")
        SITE = "site", pgettext_lazy("sanction", "Ban from the site")

    user = models.ForeignKey(USER, null=True, blank=True, on_delete=models.CASCADE, related_name="sanctions")
    guest = models.ForeignKey(
        Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="sanctions"
    )
    kind = models.CharField(max_length=7, choices=Kind)
    reason = models.CharField(max_length=500)
    report = models.ForeignKey(
        Report, null=True, blank=True, on_delete=models.SET_NULL, related_name="sanctions"
    )
    by = models.ForeignKey(USER, null=True, on_delete=models.SET_NULL, related_name="+")
    starts_at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-starts_at"]
        indexes = [models.Index(fields=["user", "kind"]), models.Index(fields=["guest", "kind"])]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    def is_in_force(self) -> bool:
        """Tell whether it holds now, as ``holds_at`` asks the database."""
        return self.lifted_at is None and (self.until is None or self.until > timezone.now())


class Appeal(models.Model):
    """The person's answer to a sanction, and what became of it."""

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("state of an appeal", "Open")
        KEPT = "kept", pgettext_lazy("state of an appeal", "Rejected")
        LIFTED = "lifted", pgettext_lazy("state of an appeal", "Granted")

    sanction = models.OneToOneField(Sanction, on_delete=models.CASCADE, related_name="appeal")
    words = models.CharField(max_length=1000)
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    answer = models.CharField(max_length=500, default="", blank=True)
    decided_by = models.ForeignKey(USER, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"appeal {self.pk}"


class AuditEntry(models.Model):
    """One act or look of the staff, chained by its digest to all before it; written once."""

    at = models.DateTimeField()
    actor_id = models.PositiveBigIntegerField(null=True)
    actor_name = models.CharField(max_length=150)
    action = models.SlugField()
    target = models.CharField(max_length=120)
    # None in entries from before names were kept: their digests do not cover it.
    target_name = models.CharField(max_length=200, null=True, editable=False)
    reason = models.CharField(max_length=500, default="", blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    address = models.CharField(max_length=45, default="", blank=True)
    previous = models.CharField(max_length=64, unique=True)
    digest = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["target"], name="games_audit_target")]

    def __str__(self) -> str:
        return f"{self.action} {self.target}"

    def save(self, *args: Any, **values: Any) -> None:
        """Write a new entry; an old one stays as it is."""
        if self.pk is not None:
            raise TypeError("An audit entry never changes.")
        super().save(*args, **values)

    def delete(self, *args: Any, **values: Any) -> tuple[int, dict[str, int]]:
        """Refuse: the log only grows."""
        raise TypeError("An audit entry is never deleted.")
