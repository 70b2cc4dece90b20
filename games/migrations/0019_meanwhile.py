import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0018_report_list"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="waits_at",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="meanwhile",
                to="games.game",
            ),
        ),
    ]
