"""What chance is made of: seeds and draws, secret until a game is over."""

from django.db import models

from games.models.game import Game


class GameSecret(models.Model):
    """The server's seed of one game, written once, never shown before the end."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="secret")
    server_seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return "<hidden>"


class OfferKey(models.Model):
    """What gives the server seeds of the deals that pages offer on one day; forgotten two days later."""

    day = models.DateField(primary_key=True)
    key = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return "<hidden>"


class DrawEntry(models.Model):
    """One numbered use of chance, with its result; secret until the end."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="draws")
    draw_no = models.PositiveIntegerField()
    data = models.JSONField()

    class Meta:
        ordering = ["draw_no"]
        constraints = [models.UniqueConstraint(fields=["game", "draw_no"], name="no_draw_twice")]

    def __str__(self) -> str:
        return f"draw {self.draw_no}"
