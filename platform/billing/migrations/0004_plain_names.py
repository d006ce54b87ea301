from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("billing", "0003_trial_used")]

    operations = [
        migrations.RenameField("Customer", "asked", "reads_started"),
        migrations.RenameField("Customer", "applied", "reads_applied"),
        migrations.RenameField("Customer", "trial_told_for", "trial_notified_for"),
    ]
