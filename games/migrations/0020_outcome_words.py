"""Call the outcomes of appeals and games what players call them; nothing is stored otherwise."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_meanwhile'),
    ]

    operations = [
        migrations.AlterField(
            model_name='appeal',
            name='state',
            field=models.CharField(choices=[('open', 'Open'), ('kept', 'Rejected'), ('lifted', 'Granted')], default='open', max_length=6),
        ),
        migrations.AlterField(
            model_name='game',
            name='ending',
            field=models.CharField(blank=True, choices=[('', 'Played'), ('left', 'Everyone left'), ('expired', 'Expired'), ('agreed', 'By agreement'), ('staff', 'Ended by moderators')], default='', max_length=7),
        ),
    ]
