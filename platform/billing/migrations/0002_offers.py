"""Stores a client's last offer to subscribe, so that no client ever has two subscriptions."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("billing", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="customer",
            name="offers",
            field=models.BigIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="customer",
            name="checkout_id",
            field=models.CharField(max_length=255, null=True),
        ),
        migrations.AddField(
            model_name="customer",
            name="trial_card",
            field=models.CharField(max_length=255, null=True),
        ),
    ]
