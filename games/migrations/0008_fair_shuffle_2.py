from django.db import migrations, models

import games.models.game


class Migration(migrations.Migration):
    """Games that exist keep version 1; those dealt from now on are of version 2."""

    dependencies = [
        ("games", "0007_measures"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="fair_version",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AlterField(
            model_name="game",
            name="fair_version",
            field=models.PositiveSmallIntegerField(default=2),
        ),
        migrations.AddField(
            model_name="game",
            name="deal_id",
            field=models.UUIDField(editable=False, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="game",
            name="deal_kind",
            field=models.CharField(
                choices=[("table", "Table"), ("shared", "Shared")], default="table", max_length=6
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="head",
            field=models.CharField(default="", max_length=64),
        ),
        migrations.AddField(
            model_name="moverecord",
            name="veiled",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="moverecord",
            name="at",
            field=models.DateTimeField(default=games.models.game.whole_second),
        ),
    ]
