"""Call deliveries in the admin what they are called on their page."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0022_bans_outlive_accounts'),
    ]

    operations = [
        migrations.AlterField(
            model_name='delivery',
            name='channel',
            field=models.CharField(choices=[('mail', 'Email'), ('push', 'Browser notification'), ('webhook', 'Webhook')], max_length=7),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='kind',
            field=models.CharField(choices=[('your_turn', 'Your turn'), ('clock_reminder', 'Your time is running out'), ('joined', 'A player joined'), ('back', 'A player is back'), ('report_waiting', 'Reports waiting'), ('appeal_waiting', 'Appeals waiting'), ('test', 'Test')], max_length=14),
        ),
    ]
