"""How well people play: a rating per title, and what each rated game did to it."""

from django.conf import settings
from django.db import models

from games.models.game import Game


class Rating(models.Model):
    """An account's strength in one title, as a mean and an uncertainty; ``score`` is the cautious guess."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings")
    slug = models.SlugField()
    mu = models.FloatField()
    sigma = models.FloatField()
    score = models.FloatField()
    games = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "slug"], name="one_rating_per_title")]
        indexes = [models.Index(fields=["slug", "-score"])]

    def __str__(self) -> str:
        return f"{self.slug} {self.score:.1f}"


class RatingChange(models.Model):
    """What one game did to one account's rating; an annulled one counts no more."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes"
    )
    place = models.PositiveSmallIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    gain = models.FloatField()
    annulled = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_rating_change_per_game")]

    def __str__(self) -> str:
        return f"{self.gain:+.1f}"
