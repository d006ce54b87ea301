"""Stores the input of a sign-up with its token. Unconfirmed accounts have no password and no metadata.

Existing sign-ups count as contested, because no record shows whether other requests have named their addresses.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

OWN = ("sub", "email", "email_verified", "phone_verified")


def move(apps: Any, schema_editor: Any) -> None:
    token, pending = apps.get_model("accounts", "OneTimeToken"), apps.get_model("accounts", "PendingSignUp")
    unconfirmed = apps.get_model("accounts", "User").objects.filter(email_confirmed_at=None, email__isnull=False)
    for user in unconfirmed.iterator():
        for one in token.objects.filter(user=user, slot="confirmation"):
            given = {name: value for name, value in user.user_metadata.items() if name not in OWN}
            pending.objects.create(token=one, password_hash=user.password_hash, user_metadata=given)
        user.password_hash, user.is_contested = "", True
        user.user_metadata = {name: value for name, value in user.user_metadata.items() if name in OWN}
        user.save(update_fields=["password_hash", "is_contested", "user_metadata"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_anonymous_people")]

    operations = [
        migrations.AddField("user", "is_contested", models.BooleanField(default=False)),
        migrations.RemoveConstraint("onetimetoken", "one_time_tokens_slot_once"),
        migrations.CreateModel(
            name="PendingSignUp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password_hash", models.CharField(default="", max_length=255)),
                ("user_metadata", models.JSONField(default=dict)),
                (
                    "token",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_up",
                        to="accounts.onetimetoken",
                    ),
                ),
            ],
            options={"db_table": "pending_sign_ups"},
        ),
        migrations.RunPython(move, migrations.RunPython.noop),
    ]
