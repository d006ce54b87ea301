"""Creates the full-text index of training data, for the database in use."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

STATEMENTS = {
    "sqlite": (
        "CREATE VIRTUAL TABLE training_search USING fts5(row_id UNINDEXED, chatbot_id UNINDEXED, lexemes)",
        """CREATE TRIGGER training_search_insert AFTER INSERT ON training_data BEGIN
           INSERT INTO training_search (row_id, chatbot_id, lexemes) VALUES (NEW.id, NEW.chatbot_id, NEW.lexemes); END""",
        """CREATE TRIGGER training_search_update AFTER UPDATE OF lexemes ON training_data BEGIN
           UPDATE training_search SET lexemes = NEW.lexemes WHERE row_id = NEW.id; END""",
        """CREATE TRIGGER training_search_delete AFTER DELETE ON training_data BEGIN
           DELETE FROM training_search WHERE row_id = OLD.id; END""",
    ),
    "postgresql": ("CREATE INDEX training_search ON training_data USING gin (to_tsvector('simple', lexemes))",),
}


def make(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in STATEMENTS[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("chatbots", "0001_initial")]

    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
