"""Creates the search index of messages. The indexer fills it, also with older messages.

It uses no extension on PostgreSQL: `pg_trgm` indexes only letters of the database's locale, and only some roles may
create it.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

KEYS = {
    "sqlite": (
        # The table stores only which entries have a key, because a search compares the text too.
        "CREATE VIRTUAL TABLE search_keys USING fts5(keys, content='', detail=none, columnsize=0, tokenize='ascii')",
        """CREATE TRIGGER search_message_changed AFTER UPDATE OF content, attachment_name ON messages BEGIN
           UPDATE search_entries SET is_stale = 1 WHERE message_id = NEW.id; END""",
        """CREATE TRIGGER search_message_gone AFTER DELETE ON messages BEGIN
           UPDATE search_entries SET is_stale = 1 WHERE message_id = OLD.id; END""",
    ),
    "postgresql": (
        # In the text's table, so that a search reads one page for each candidate.
        "ALTER TABLE search_texts ADD COLUMN keys integer[] NOT NULL",
        # No pending list: each lookup reads all of it, up to 4 MB, and the hundred lookups of a search took 400 ms.
        "CREATE INDEX search_texts_by_key ON search_texts USING gin (keys) WITH (fastupdate = off)",
        """CREATE FUNCTION search_entry_is_stale() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           UPDATE search_entries SET is_stale = true WHERE message_id = OLD.id; RETURN NULL; END $$""",
        """CREATE TRIGGER search_message_changed AFTER UPDATE OF content, attachment_name ON messages
           FOR EACH ROW EXECUTE FUNCTION search_entry_is_stale()""",
        """CREATE TRIGGER search_message_gone AFTER DELETE ON messages
           FOR EACH ROW EXECUTE FUNCTION search_entry_is_stale()""",
    ),
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in KEYS[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("messaging", "0004_files")]

    operations = [
        migrations.CreateModel(
            name="SearchThread",
            fields=[
                ("id", models.AutoField(primary_key=True, serialize=False)),
                ("client_id", models.UUIDField(unique=True)),
                ("indexed_to", models.DateTimeField(null=True)),
                ("size", models.BigIntegerField(default=0)),
            ],
            options={"db_table": "search_threads"},
        ),
        migrations.CreateModel(
            name="SearchEntry",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("message_id", models.UUIDField(unique=True)),
                ("is_stale", models.BooleanField(default=False)),
            ],
            options={
                "db_table": "search_entries",
                "indexes": [
                    models.Index(condition=models.Q(("is_stale", True)), fields=["id"], name="search_entries_stale")
                ],
            },
        ),
        migrations.CreateModel(
            name="SearchText",
            fields=[("id", models.BigIntegerField(primary_key=True, serialize=False)), ("folded", models.TextField())],
            options={"db_table": "search_texts"},
        ),
        migrations.RunPython(make, migrations.RunPython.noop),
    ]
