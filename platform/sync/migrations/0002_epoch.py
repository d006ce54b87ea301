"""Creates the stream `w` with the store's epoch, which every other stream inherits."""

import secrets

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def make_first_stream(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("sync", "Stream").objects.get_or_create(
        id="w", defaults={"head": 0, "tail": 1, "epoch": secrets.token_hex(4)}
    )


class Migration(migrations.Migration):
    dependencies = [("sync", "0001_initial")]
    operations = [migrations.RunPython(make_first_stream, migrations.RunPython.noop)]
