from django.db import migrations, models


class Migration(migrations.Migration):
    """The order in which the desk lists reports."""

    dependencies = [("games", "0017_report_queue")]

    operations = [
        migrations.AddIndex(
            model_name="report",
            index=models.Index(
                fields=["folded_into", "-state", "created_at", "-id"], name="games_report_queue"
            ),
        ),
    ]
