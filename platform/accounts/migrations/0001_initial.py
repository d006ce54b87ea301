"""Users, sessions, refresh tokens and identities."""

import django.db.models.deletion
from django.db import migrations, models

import core.clock
import core.ids


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("email", models.CharField(max_length=255, null=True)),
                ("phone", models.CharField(max_length=15, null=True, unique=True)),
                ("is_sso", models.BooleanField(default=False)),
                ("password_hash", models.CharField(default="", max_length=255)),
                ("email_confirmed_at", models.DateTimeField(null=True)),
                ("confirmation_sent_at", models.DateTimeField(null=True)),
                ("last_sign_in_at", models.DateTimeField(null=True)),
                ("banned_until", models.DateTimeField(null=True)),
                ("app_metadata", models.JSONField(default=dict)),
                ("user_metadata", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                ("updated_at", models.DateTimeField(default=core.clock.now)),
            ],
            options={
                "db_table": "users",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_sso", False)), fields=("email",), name="users_email_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                ("id", models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("aal", models.CharField(default="aal1", max_length=4)),
                ("amr", models.JSONField(default=list)),
                ("user_agent", models.CharField(default="", max_length=400)),
                ("address", models.GenericIPAddressField(null=True)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                ("refreshed_at", models.DateTimeField(default=core.clock.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sessions", to="accounts.user"
                    ),
                ),
            ],
            options={
                "db_table": "sessions",
            },
        ),
        migrations.CreateModel(
            name="RefreshToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("child_salt", models.CharField(default="", max_length=64)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="refresh_tokens",
                        to="accounts.session",
                    ),
                ),
            ],
            options={
                "db_table": "refresh_tokens",
                "constraints": [
                    models.UniqueConstraint(fields=("session", "number"), name="refresh_tokens_number_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("used_at", None)), fields=("session",), name="refresh_tokens_one_active"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Identity",
            fields=[
                ("id", models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("provider", models.CharField(max_length=40)),
                ("subject", models.CharField(max_length=255)),
                ("identity_data", models.JSONField(default=dict)),
                ("last_sign_in_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                ("updated_at", models.DateTimeField(default=core.clock.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="identities", to="accounts.user"
                    ),
                ),
            ],
            options={
                "db_table": "identities",
                "constraints": [
                    models.UniqueConstraint(fields=("provider", "subject"), name="identities_subject_once")
                ],
            },
        ),
    ]
