"""What people say at a table."""

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.game import Game
from games.models.people import Guest


class ChatLine(models.Model):
    """One line said at a table, among the players or among the watchers."""

    class Room(models.TextChoices):
        PLAYERS = "players", pgettext_lazy("who talks", "Players")
        WATCHERS = "watchers", pgettext_lazy("who talks", "Spectators")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="lines")
    room = models.CharField(max_length=8, choices=Room)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="lines"
    )
    guest = models.ForeignKey(Guest, null=True, blank=True, on_delete=models.SET_NULL, related_name="lines")
    name = models.CharField(max_length=40)
    text = models.CharField(max_length=300, default="", blank=True)
    phrase = models.SlugField(default="", blank=True)
    key = models.CharField(max_length=32, null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["game", "room", "id"])]
        constraints = [
            models.UniqueConstraint(fields=["game", "user", "key"], name="one_line_per_key_of_user"),
            models.UniqueConstraint(fields=["game", "guest", "key"], name="one_line_per_key_of_guest"),
        ]

    def __str__(self) -> str:
        return f"line {self.pk}"
