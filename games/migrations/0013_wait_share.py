"""How long a seat with nothing to choose waits is drawn for every seat, and kept with it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_staff_ranks")]

    operations = [
        migrations.AddField(model_name="seat", name="wait_share", field=models.FloatField(default=0.0)),
    ]
