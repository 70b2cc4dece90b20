"""Who was asked to sit down at a table, and who asks for a seat there."""

from django.conf import settings
from django.db import models

from games.models.game import Game
from games.models.people import Guest


class Invitation(models.Model):
    """Somebody with an account was asked by name to sit down at a table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    by = models.CharField(max_length=40)
    inviter = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_invitation_per_person")]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class Candidate(models.Model):
    """Somebody would like to take the seat of a bot in a running game, if all who play agree."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="candidates")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="candidacies"
    )
    guest = models.ForeignKey(
        Guest, null=True, blank=True, on_delete=models.CASCADE, related_name="candidacies"
    )
    name = models.CharField(max_length=40)
    agreed = models.JSONField(default=list, blank=True)
    """The seats whose people have said yes."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_candidacy_per_user"),
            models.UniqueConstraint(fields=["game", "guest"], name="one_candidacy_per_guest"),
        ]

    def __str__(self) -> str:
        return f"candidate {self.pk}"
