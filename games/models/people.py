"""People: guests, what somebody with an account chose, and what people are to each other."""

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.likeness import LONGEST, likeness


class LikenessField(models.CharField):
    """What the row's name looks like, kept together with it."""

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **{"max_length": LONGEST, "default": "", "db_index": True, **values})

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Follow the name."""
        likened = likeness(model_instance.name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, likened)
        return likened


class Guest(models.Model):
    """Somebody who plays without an account, known by their session alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=40)
    network = models.CharField(max_length=45, default="", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now=True, db_index=True)
    claimed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)

    def __str__(self) -> str:
        return self.name


class Profile(models.Model):
    """What an account chose for all its devices; every account has one."""

    class Mails(models.TextChoices):
        NONE = "none"
        TURN = "turn"
        DIGEST = "digest"

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="profile"
    )
    name = models.CharField(max_length=40)
    name_key = LikenessField(editable=False)
    login_key = models.CharField(max_length=LONGEST, default="", db_index=True, editable=False)
    language = models.CharField(max_length=10, default="", blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)
    mails = models.CharField(max_length=6, choices=Mails, default=Mails.TURN)
    reminders = models.BooleanField(default=True)
    desk_calls = models.BooleanField(default=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    webhook = models.URLField(max_length=500, default="", blank=True)
    vacation_days = models.PositiveSmallIntegerField(default=30)
    vacation_year = models.PositiveSmallIntegerField(default=0)
    vacation_until = models.DateTimeField(null=True, blank=True)
    delete_at = models.DateTimeField(null=True, blank=True, db_index=True)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **values: Any) -> None:
        """Keep what the name looks like together with it."""
        if "name" in (fields := values.get("update_fields") or ()):
            values["update_fields"] = {*fields, "name_key"}
        super().save(*args, **values)


class Relation(models.Model):
    """What one account made of somebody else: a friend, blocked, or muted."""

    class Kind(models.TextChoices):
        FRIEND = "friend"
        BLOCK = "block"
        MUTE = "mute"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="relations")
    kind = models.CharField(max_length=6, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="related_by"
    )
    guest = models.ForeignKey(
        Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="related_by"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "kind", "user"], name="one_relation_per_user"),
            models.UniqueConstraint(fields=["owner", "kind", "guest"], name="one_relation_per_guest"),
            models.CheckConstraint(
                condition=Q(user=None, guest__isnull=False) | Q(user__isnull=False, guest=None),
                name="relation_to_somebody",
            ),
        ]

    def __str__(self) -> str:
        return self.kind
