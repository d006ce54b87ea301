"""Anonymous users."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_sealed_recovery_codes")]

    operations = [migrations.AddField("user", "is_anonymous", models.BooleanField(default=False))]
