import django.utils.timezone
from django.db import migrations, models


def queue_as_made(apps, schema_editor):
    """Let reports wait since they were made."""
    apps.get_model("games", "Report").objects.update(queued_at=models.F("created_at"))


class Migration(migrations.Migration):
    """Since when a report waits for somebody, also after it was taken and given back."""

    dependencies = [("games", "0016_words")]

    operations = [
        migrations.AddField(
            model_name="report",
            name="queued_at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                condition=models.Q(("folded_into", None), ("state", "open")),
                fields=["queued_at"],
                name="games_report_waiting",
            ),
        ),
        # Last: PostgreSQL alters no table that has rows to check at the end of the transaction.
        migrations.RunPython(queue_as_made, migrations.RunPython.noop, elidable=True),
    ]
