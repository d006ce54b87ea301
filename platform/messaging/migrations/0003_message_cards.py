import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("messaging", "0002_delivered"),
    ]

    operations = [
        migrations.CreateModel(
            name="MessageCard",
            fields=[
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="card",
                        serialize=False,
                        to="messaging.message",
                    ),
                ),
                ("label", models.CharField(max_length=80)),
                ("value", models.CharField(max_length=80)),
                ("period", models.CharField(max_length=80)),
                ("as_of", models.DateTimeField(null=True)),
                ("source", models.CharField(max_length=80)),
            ],
            options={
                "db_table": "message_cards",
            },
        ),
    ]
