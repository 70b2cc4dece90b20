"""The owner of the site, names in the staff's log, and calls to the moderators' desk."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.utils import timezone

ADMINISTRATORS = "Administrators"


def name_owner(apps, schema_editor) -> None:
    """Make the first administrator the owner: a superuser if there is one, else one of the group.

    Accounts that are banned or about to be deleted come last; if one is chosen, that ends for it.
    """
    active = apps.get_model("auth", "User").objects.filter(is_active=True)
    profiles = apps.get_model("games", "Profile").objects
    lasting = Q(until=None) | Q(until__gt=timezone.now())
    bans = apps.get_model("games", "Sanction").objects.filter(lasting, kind="site", lifted_at=None)
    leaving = profiles.exclude(delete_at=None).values("user_id")
    fit = active.exclude(pk__in=leaving).exclude(pk__in=bans.filter(user__isnull=False).values("user_id"))
    found = (_first_administrator(accounts) for accounts in (fit, active))
    first = next((user for user in found if user), None)
    if first is None:
        return
    active.filter(pk=first.pk).update(is_staff=True, is_superuser=True)
    profiles.filter(user_id=first.pk).update(delete_at=None)
    bans.filter(user_id=first.pk).update(lifted_at=timezone.now())
    apps.get_model("games", "SiteOwner").objects.create(pk=1, user_id=first.pk)


def _first_administrator(accounts):
    of_group = accounts.filter(is_staff=True, groups__name=ADMINISTRATORS)
    return accounts.filter(is_superuser=True).order_by("pk").first() or of_group.order_by("pk").first()


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
