"""Say by whom an invitation is, and whom a notice or a report's evidence names: names change with their people."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def _actor(row):
    return f"user:{row.user_id}" if row.user_id is not None else f"guest:{row.guest_id}"


def _known(rows):
    """Return by name who holds these seats or said these lines."""
    return {row.name: _actor(row) for row in rows if row.user_id is not None or row.guest_id is not None}


def name_those_at_tables(apps, schema_editor):
    """Find them by their names among those who sit or spoke at the table, as far as they are there still."""
    Invitation, Notice, Report, Seat, ChatLine = (
        apps.get_model("games", name) for name in ("Invitation", "Notice", "Report", "Seat", "ChatLine")
    )
    for invitation in Invitation.objects.iterator():
        hosts = Seat.objects.filter(game_id=invitation.game_id, name=invitation.by).exclude(user=None)
        if seat := hosts.first():
            Invitation.objects.filter(pk=invitation.pk).update(inviter_id=seat.user_id)
    for notice in Notice.objects.exclude(game=None).exclude(data={}).iterator():
        called = notice.data.get("by") or notice.data.get("name")
        if named := _known(Seat.objects.filter(game_id=notice.game_id)).get(called):
            Notice.objects.filter(pk=notice.pk).update(named=named)
    for report in Report.objects.exclude(game=None).exclude(evidence={}).iterator():
        sat = _known(Seat.objects.filter(game_id=report.game_id))
        spoke = _known(ChatLine.objects.filter(game_id=report.game_id))
        if game := report.evidence.get("game"):
            game["holders"] = [sat.get(name, "") for name in game["seats"]]
        for line in report.evidence.get("lines", ()):
            line["author"] = spoke.get(line["name"], "")
        Report.objects.filter(pk=report.pk).update(evidence=report.evidence)


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('games', '0024_one_seat_each'),
    ]

    operations = [
        migrations.AddField(
            model_name='invitation',
            name='inviter',
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name='+',
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name='notice',
            name='named',
            field=models.CharField(blank=True, max_length=48),
        ),
        migrations.RunPython(name_those_at_tables, migrations.RunPython.noop),
    ]
