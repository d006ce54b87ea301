"""The table of mails."""

from django.db import migrations, models

import core.clock
import core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Mail",
            fields=[
                ("id", models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20)),
                ("recipient", models.CharField(max_length=255)),
                ("sealed", models.TextField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sending", "Sending"),
                            ("sent", "Sent"),
                            ("failed", "Failed"),
                            ("unknown", "Unknown"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(default="", max_length=200)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                ("good_until", models.DateTimeField()),
                ("settled_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "mails",
            },
        ),
    ]
