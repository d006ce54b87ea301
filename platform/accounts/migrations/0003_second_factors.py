"""Second factors, identities of other providers, and companies with a provider of their own."""

import django.db.models.deletion
from django.db import migrations, models

import core.clock
import core.ids


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_mailed_tokens"),
    ]

    operations = [
        migrations.CreateModel(
            name="SsoProvider",
            fields=[
                ("id", models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=200)),
                ("issuer", models.CharField(max_length=500)),
                ("client_id", models.CharField(max_length=255)),
                ("secret", models.TextField()),
                ("is_enabled", models.BooleanField(default=True)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
            ],
            options={
                "db_table": "sso_providers",
            },
        ),
        migrations.AddField(
            model_name="flowstate",
            name="sealed",
            field=models.TextField(default=""),
        ),
        migrations.CreateModel(
            name="Factor",
            fields=[
                ("id", models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("factor_type", models.CharField(max_length=10)),
                ("friendly_name", models.CharField(max_length=200)),
                ("is_verified", models.BooleanField(default=False)),
                ("secret", models.TextField(default="")),
                ("phone", models.CharField(default="", max_length=15)),
                ("last_step", models.BigIntegerField(null=True)),
                ("last_challenged_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                ("updated_at", models.DateTimeField(default=core.clock.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="factors", to="accounts.user"
                    ),
                ),
            ],
            options={
                "db_table": "factors",
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                ("id", models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("code_digest", models.CharField(default="", max_length=64)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "factor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="challenges", to="accounts.factor"
                    ),
                ),
            ],
            options={
                "db_table": "factor_challenges",
            },
        ),
        migrations.AddField(
            model_name="session",
            name="factor",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="sessions", to="accounts.factor"
            ),
        ),
        migrations.CreateModel(
            name="ProviderFlow",
            fields=[
                ("id", models.UUIDField(default=core.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("provider", models.CharField(max_length=40)),
                ("state_digest", models.CharField(max_length=64, unique=True)),
                ("cookie_digest", models.CharField(default="", max_length=64)),
                ("sealed", models.TextField()),
                ("redirect_to", models.CharField(max_length=1000)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                (
                    "flow",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="accounts.flowstate"),
                ),
                (
                    "linking",
                    models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="accounts.session"),
                ),
            ],
            options={
                "db_table": "provider_flows",
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(default=core.clock.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="recovery_codes", to="accounts.user"
                    ),
                ),
            ],
            options={
                "db_table": "recovery_codes",
            },
        ),
        migrations.CreateModel(
            name="SsoDomain",
            fields=[
                ("domain", models.CharField(max_length=253, primary_key=True, serialize=False)),
                (
                    "provider",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="domains", to="accounts.ssoprovider"
                    ),
                ),
            ],
            options={
                "db_table": "sso_domains",
            },
        ),
        migrations.AddConstraint(
            model_name="factor",
            constraint=models.UniqueConstraint(fields=("user", "friendly_name"), name="factors_name_once"),
        ),
    ]
