"""Stores vectors of several models per row, removes synonym lexemes, and names `chatbots.created_by` as specified."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# Lexemes with this prefix came from a list of synonyms.
MEANING = "xx"
AT_A_TIME = 500


def remove_meanings(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    rows = apps.get_model("chatbots", "TrainingRow").objects
    some = []
    for row in rows.order_by("id").iterator(AT_A_TIME):
        row.lexemes = " ".join(word for word in row.lexemes.split() if not word.startswith(MEANING))
        some.append(row)
        if len(some) == AT_A_TIME:
            rows.bulk_update(some, ["lexemes"])
            some = []
    rows.bulk_update(some, ["lexemes"])


def embed(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Request the embedding of all existing rows."""
    bots = apps.get_model("chatbots", "Chatbot").objects.values_list("id", flat=True)
    effect = apps.get_model("sync", "Effect")
    effect.objects.bulk_create([effect(kind="chatbots.read", subject=f"{bot}:0006") for bot in bots])


class Migration(migrations.Migration):
    dependencies = [
        ("chatbots", "0005_avatars"),
        ("sync", "0004_graves"),
    ]

    operations = [
        migrations.AlterField(
            "chatbot",
            "created_by",
            models.ForeignKey(
                db_column="created_by",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="accounts.user",
            ),
        ),
        migrations.DeleteModel("MeaningVector"),
        migrations.CreateModel(
            "MeaningVector",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("row_id", models.UUIDField(editable=False)),
                (
                    "chatbot",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="chatbots.chatbot",
                    ),
                ),
                ("model", models.CharField(max_length=100)),
                ("is_question", models.BooleanField()),
                ("values", models.BinaryField()),
            ],
            options={
                "db_table": "meaning_vectors",
                "constraints": [models.UniqueConstraint(fields=["row_id", "model"], name="meaning_vectors_once")],
                "indexes": [
                    models.Index(fields=["chatbot", "model", "is_question", "row_id"], name="meaning_vectors_of_bot")
                ],
            },
        ),
        migrations.RunPython(remove_meanings, migrations.RunPython.noop),
        migrations.RunPython(embed, migrations.RunPython.noop),
    ]
