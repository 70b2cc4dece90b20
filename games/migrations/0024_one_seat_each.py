"""Let nobody hold two seats of a game, which an account could by signing in where its guest sat."""

from django.db import migrations, models
from django.utils import timezone


def free_second_seats(apps, schema_editor):
    """Give up every seat but the first that somebody holds at a table, as if they had left it."""
    Game, Seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    for holder in ("user_id", "guest_id"):
        held = Seat.objects.exclude(**{holder: None}).order_by("game_id", "index")
        seen = set()
        for pk, *who in held.values_list("pk", "game_id", holder).iterator():
            if tuple(who) in seen:
                Seat.objects.filter(pk=pk).update(user=None, guest=None, left=True)
                # The referee comes by: nobody else moves for the seat now.
                Game.objects.filter(pk=who[0], status="running").update(wake_at=timezone.now())
            seen.add(tuple(who))
    if schema_editor.connection.vendor == "postgresql":
        # It alters no table whose rows have checks to come.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0023_delivery_labels'),
    ]

    operations = [
        migrations.RunPython(free_second_seats, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'user'), name='one_seat_per_account'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('game', 'guest'), name='one_seat_per_guest'),
        ),
    ]
