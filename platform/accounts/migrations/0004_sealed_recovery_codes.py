"""Stores recovery codes encrypted. Deletes the old ones, because their keyed digests cannot be converted."""

from typing import Any

from django.db import migrations, models


def forget(apps: Any, schema_editor: Any) -> None:
    apps.get_model("accounts", "RecoveryCode").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_second_factors")]

    operations = [
        migrations.RunPython(forget, migrations.RunPython.noop),
        migrations.RemoveField("recoverycode", "digest"),
        migrations.AddField("recoverycode", "sealed", models.TextField(default=""), preserve_default=False),
    ]
