"""Stores the cost of models in a month in one row, to which each question adds.

Before, every question summed the rows of all questions of its month.
"""

from collections import Counter
from datetime import UTC, date

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def add_up(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    months: Counter[date] = Counter()
    for name, time_field in (("Turn", "asked_at"), ("Spending", "at")):
        rows = apps.get_model("chatbots", name).objects.values_list(time_field, "micro_usd")
        for at, micro_usd in rows.iterator(2_000):
            months[at.astimezone(UTC).date().replace(day=1)] += micro_usd
    monthly_cost = apps.get_model("chatbots", "MonthlyCost")
    monthly_cost.objects.bulk_create([monthly_cost(month=month, micro_usd=total) for month, total in months.items()])


class Migration(migrations.Migration):
    dependencies = [("chatbots", "0008_no_pending_words")]

    operations = [
        migrations.CreateModel(
            name="MonthlyCost",
            fields=[
                ("month", models.DateField(primary_key=True, serialize=False)),
                ("micro_usd", models.BigIntegerField(default=0)),
            ],
            options={"db_table": "chat_costs"},
        ),
        migrations.RunPython(add_up, migrations.RunPython.noop),
        migrations.DeleteModel(name="Spending"),
        migrations.RemoveIndex(model_name="turn", name="chat_turns_by_time"),
    ]
