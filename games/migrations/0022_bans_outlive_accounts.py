"""Let a network stay closed whose ban went with the account."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0021_packed'),
    ]

    operations = [
        migrations.AlterField(
            model_name='closednetwork',
            name='sanction',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='closed_networks', to='games.sanction'),
        ),
    ]
