"""Creates the table for costs of models that belong to no question."""

from django.db import migrations, models

import core.clock
import core.ids


class Migration(migrations.Migration):
    dependencies = [("chatbots", "0003_meaning_vectors")]

    operations = [
        migrations.CreateModel(
            name="Spending",
            fields=[
                (
                    "id",
                    models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("micro_usd", models.BigIntegerField()),
                ("at", models.DateTimeField(default=core.clock.now)),
            ],
            options={
                "db_table": "chat_spending",
                "indexes": [models.Index(fields=["at"], name="chat_spending_by_time")],
            },
        ),
    ]
