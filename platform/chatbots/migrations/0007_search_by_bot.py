"""On SQLite, indexes the words of training by bot, and each row by a key of its own.

Before, a search for a word read that word's rows of every bot, and an edit of a row read the whole index to find it.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# `row` followed by the row's id, and each word with the bot's id as prefix. One space separates words.
KEYS = "'row' || {row}.id || ' ' || {row}.chatbot_id || replace({row}.lexemes, ' ', ' ' || {row}.chatbot_id)"
OLD = "rowid IN (SELECT rowid FROM training_search WHERE training_search MATCH 'row' || OLD.id)"
STATEMENTS = (
    "DROP TRIGGER training_search_insert",
    "DROP TRIGGER training_search_update",
    "DROP TRIGGER training_search_delete",
    "DROP TABLE training_search",
    "CREATE VIRTUAL TABLE training_search USING fts5(row_id UNINDEXED, keys)",
    f"INSERT INTO training_search (row_id, keys) SELECT id, {KEYS.format(row='training_data')} FROM training_data",
    f"""CREATE TRIGGER training_search_insert AFTER INSERT ON training_data BEGIN
        INSERT INTO training_search (row_id, keys) VALUES (NEW.id, {KEYS.format(row="NEW")}); END""",
    f"""CREATE TRIGGER training_search_update AFTER UPDATE OF lexemes ON training_data BEGIN
        UPDATE training_search SET keys = {KEYS.format(row="NEW")} WHERE {OLD}; END""",
    f"""CREATE TRIGGER training_search_delete AFTER DELETE ON training_data BEGIN
        DELETE FROM training_search WHERE {OLD}; END""",
)


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for statement in STATEMENTS:
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("chatbots", "0006_finding_by_meaning")]

    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
