"""Leaves free space on the counters' pages on PostgreSQL, so that the update of each change stays on its page."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def set_fillfactor(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER TABLE sync_stream SET (fillfactor = 50)")


class Migration(migrations.Migration):
    dependencies = [("sync", "0002_epoch")]
    operations = [migrations.RunPython(set_fillfactor, migrations.RunPython.noop)]
