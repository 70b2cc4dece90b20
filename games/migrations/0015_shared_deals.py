from django.db import migrations, models


class Migration(migrations.Migration):
    """A shared deal is played at many tables: only a table's own deal belongs to one game."""

    dependencies = [("games", "0014_bots")]

    operations = [
        migrations.AlterField(
            model_name="game",
            name="deal_id",
            field=models.UUIDField(db_index=True, editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.UniqueConstraint(
                condition=models.Q(("deal_kind", "table")), fields=("deal_id",), name="one_game_per_own_deal"
            ),
        ),
    ]
