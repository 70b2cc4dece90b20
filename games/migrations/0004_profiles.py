"""Accounts of before get the profile that a new one is given."""

from django.conf import settings
from django.db import migrations


def give(apps, schema_editor) -> None:
    user_model = apps.get_model(settings.AUTH_USER_MODEL)
    profiles = apps.get_model("games", "Profile").objects
    without = user_model.objects.filter(profile=None)
    profiles.bulk_create(profiles.model(user=user, name=user.username[:40]) for user in without)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_audit"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [migrations.RunPython(give, migrations.RunPython.noop)]
