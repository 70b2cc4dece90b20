"""The owner of the site, names in the staff's log, and calls to the moderators' desk."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

ADMINISTRATORS = "Administrators"


def name_owner(apps, schema_editor) -> None:
    """Make the first administrator the owner: a superuser if there is one, else one of the group."""
    active = apps.get_model("auth", "User").objects.filter(is_active=True)
    first = active.filter(is_superuser=True).order_by("pk").first()
    first = first or active.filter(is_staff=True, groups__name=ADMINISTRATORS).order_by("pk").first()
    if first is None:
        return
    active.filter(pk=first.pk).update(is_staff=True, is_superuser=True)
    apps.get_model("games", "SiteOwner").objects.create(pk=1, user_id=first.pk)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_entrance"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SiteOwner",
            fields=[
                (
                    "id",
                    models.PositiveSmallIntegerField(
                        default=1, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("since", models.DateTimeField(auto_now=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ownership",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=Q(id=1), name="one_site_owner")],
            },
        ),
        # Without a default: SQLite would build the table anew, without the triggers that guard it.
        migrations.AddField(
            model_name="auditentry",
            name="target_name",
            field=models.CharField(editable=False, max_length=200, null=True),
        ),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(fields=["target"], name="games_audit_target"),
        ),
        migrations.AddField(
            model_name="profile",
            name="desk_calls",
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="kind",
            field=models.CharField(
                choices=[
                    ("your_turn", "Your Turn"),
                    ("clock_reminder", "Clock Reminder"),
                    ("joined", "Joined"),
                    ("back", "Back"),
                    ("report_waiting", "Report Waiting"),
                    ("appeal_waiting", "Appeal Waiting"),
                    ("test", "Test"),
                ],
                max_length=14,
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                condition=Q(("kind__in", ["report_waiting", "appeal_waiting"]), ("state", "waiting")),
                fields=("user", "channel", "kind"),
                name="one_pending_desk_call",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                condition=Q(("kind__in", ["report_waiting", "appeal_waiting"]), ("read_at", None)),
                fields=("user", "kind"),
                name="one_unread_desk_notice",
            ),
        ),
        # Last: PostgreSQL alters no table that has rows to check at the end of the transaction.
        migrations.RunPython(name_owner, migrations.RunPython.noop),
    ]
