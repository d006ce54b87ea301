"""On PostgreSQL, turns off the pending list of the full-text index.

Each lookup reads the whole list, up to 4 MB. A search makes a hundred lookups and took 400 ms instead of 40.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def disable_pending_list(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("ALTER INDEX training_search SET (fastupdate = off)")
        schema_editor.execute("SELECT gin_clean_pending_list('training_search')")


class Migration(migrations.Migration):
    dependencies = [("chatbots", "0007_search_by_bot")]

    operations = [migrations.RunPython(disable_pending_list, migrations.RunPython.noop)]
