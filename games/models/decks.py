"""Decks that people with an account put together."""

from django.conf import settings
from django.db import models


class Deck(models.Model):
    """A deck of one title, legal or not yet: how many copies of each card, by the card's id."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks")
    slug = models.SlugField()
    name = models.CharField(max_length=40)
    cards = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["slug", "name", "pk"]

    def __str__(self) -> str:
        return self.name
