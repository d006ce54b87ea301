"""Mailed tokens, flows and rate limit counters."""

import django.db.models.deletion
from django.db import migrations, models

import core.clock
import core.ids


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="LimitCounter",
            fields=[
                ("key", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("left", models.FloatField()),
                ("at", models.DateTimeField(default=core.clock.now)),
            ],
            options={
                "db_table": "limit_counters",
            },
        ),
        migrations.AddField(
            model_name="user",
            name="email_change_sent_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="is_change_half_confirmed",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="user",
            name="new_email",
            field=models.CharField(max_length=255, null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="reauthentication_sent_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="user",
            name="recovery_sent_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name="FlowState",
            fields=[
                ("id", models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("amr", models.CharField(max_length=20)),
                ("challenge", models.CharField(max_length=128)),
                ("challenge_method", models.CharField(max_length=5)),
                ("code_digest", models.CharField(default="", max_length=64)),
                ("code_issued_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="flow_states",
                        to="accounts.user",
                    ),
                ),
            ],
            options={
                "db_table": "flow_states",
            },
        ),
        migrations.CreateModel(
            name="OneTimeToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slot",
                    models.CharField(
                        choices=[
                            ("confirmation", "Confirmation"),
                            ("recovery", "Recovery"),
                            ("change_new", "Change New"),
                            ("change_current", "Change Current"),
                            ("reauthentication", "Reauthentication"),
                        ],
                        max_length=20,
                    ),
                ),
                ("code_digest", models.CharField(max_length=64)),
                ("link_digest", models.CharField(max_length=64, unique=True)),
                ("wrong_guesses", models.PositiveSmallIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                (
                    "flow",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to="accounts.flowstate"),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="one_time_tokens", to="accounts.user"
                    ),
                ),
            ],
            options={
                "db_table": "one_time_tokens",
            },
        ),
        migrations.AddConstraint(
            model_name="flowstate",
            constraint=models.UniqueConstraint(
                condition=models.Q(("code_digest", ""), _negated=True),
                fields=("code_digest",),
                name="flow_states_code_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="onetimetoken",
            constraint=models.UniqueConstraint(fields=("user", "slot"), name="one_time_tokens_slot_once"),
        ),
    ]
