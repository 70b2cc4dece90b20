"""How well people play: a rating per title, what each rated game did to it, and the best games alone."""

from django.conf import settings
from django.db import models

from games.models.game import Game

USER = settings.AUTH_USER_MODEL


class Rating(models.Model):
    """An account's strength in one title, as a mean and an uncertainty; ``score`` is the cautious guess."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="ratings")
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
    """What one game did to one account's rating: what it was after it; an annulled one counts no more."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="rating_changes")
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


class SoloRecord(models.Model):
    """An account's best game alone of one title, played with one choice of options, that all may watch."""

    user = models.ForeignKey(USER, on_delete=models.CASCADE, related_name="solo_records")
    slug = models.SlugField()
    variant = models.CharField(max_length=200)
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="solo_record")
    points = models.IntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "slug", "variant"], name="one_solo_record_per_variant")
        ]
        indexes = [models.Index(fields=["slug", "variant", "-points", "at"])]

    def __str__(self) -> str:
        return f"{self.slug} {self.points}"
