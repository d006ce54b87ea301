from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_weekly_mails")]

    operations = [migrations.RenameModel("Wishes", "Preferences")]
