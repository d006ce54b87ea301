"""The one row of `website_settings`, with the specification's defaults."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def make_row(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("website", "WebsiteSettings").objects.get_or_create(id=1)


class Migration(migrations.Migration):
    dependencies = [("website", "0001_initial")]
    operations = [migrations.RunPython(make_row, migrations.RunPython.noop)]
