"""Makes the audit log append-only and chained; 0005 appends the existing entries."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

MESSAGE = "the audit log is append-only"
# An entry may be updated once, when it gets its place in the chain. INSERT OR REPLACE fires no trigger of DELETE.
SQLITE = (
    ("audit_log_update", "BEFORE UPDATE ON audit_log WHEN OLD.n IS NOT NULL"),
    ("audit_log_delete", "BEFORE DELETE ON audit_log"),
    (
        "audit_log_replace",
        "BEFORE INSERT ON audit_log WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id OR n = NEW.n)",
    ),
    ("audit_texts_update", "BEFORE UPDATE ON audit_texts"),
    (
        "audit_texts_replace",
        "BEFORE INSERT ON audit_texts WHEN EXISTS (SELECT 1 FROM audit_texts WHERE entry_id = NEW.entry_id)",
    ),
    ("audit_head_delete", "BEFORE DELETE ON audit_head"),
)
POSTGRESQL = (
    ("audit_log_update", "BEFORE UPDATE ON audit_log FOR EACH ROW WHEN (OLD.n IS NOT NULL)"),
    ("audit_log_delete", "BEFORE DELETE ON audit_log FOR EACH ROW"),
    ("audit_log_truncate", "BEFORE TRUNCATE ON audit_log"),
    ("audit_texts_update", "BEFORE UPDATE ON audit_texts FOR EACH ROW"),
    ("audit_texts_truncate", "BEFORE TRUNCATE ON audit_texts"),
    ("audit_head_delete", "BEFORE DELETE ON audit_head FOR EACH ROW"),
    ("audit_head_truncate", "BEFORE TRUNCATE ON audit_head"),
)
FUNCTION = f"""
CREATE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$
"""


def create_triggers(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "sqlite":
        for name, event in SQLITE:
            schema_editor.execute(f"CREATE TRIGGER {name} {event} BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END")
        return
    schema_editor.execute(FUNCTION)
    for name, event in POSTGRESQL:
        schema_editor.execute(f"CREATE TRIGGER {name} {event} EXECUTE FUNCTION reject_audit_change()")


def create_head(apps: Any, schema_editor: Any) -> None:
    from clients.audit_chain import codes

    apps.get_model("clients", "AuditHead").objects.create(code=codes(0, "")[0])


class Migration(migrations.Migration):
    dependencies = [
        ("clients", "0003_attention"),
    ]

    operations = [
        # The column stays. Only its foreign key goes.
        migrations.AlterField("auditentry", "actor", models.UUIDField(db_column="actor_id", db_index=True, null=True)),
        migrations.RenameField("auditentry", "actor", "actor_id"),
        migrations.AlterField("auditentry", "actor_id", models.UUIDField(db_index=True, null=True)),
        migrations.AddField("auditentry", "n", models.BigIntegerField(null=True, unique=True)),
        migrations.AddField("auditentry", "text_digest", models.CharField(max_length=64, null=True)),
        migrations.AddField("auditentry", "digest", models.CharField(max_length=64, null=True)),
        migrations.CreateModel(
            name="AuditText",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        primary_key=True,
                        related_name="text",
                        serialize=False,
                        to="clients.auditentry",
                    ),
                ),
                ("salt", models.CharField(max_length=32)),
                ("email", models.CharField(default="", max_length=255)),
                ("detail", models.JSONField(default=dict)),
            ],
            options={"db_table": "audit_texts"},
        ),
        migrations.CreateModel(
            name="AuditHead",
            fields=[
                ("id", models.SmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("n", models.BigIntegerField(default=0)),
                ("digest", models.CharField(default="", max_length=64)),
                ("code", models.CharField(default="", max_length=64)),
                ("verified_at", models.DateTimeField(null=True)),
                ("faults", models.IntegerField(default=0)),
            ],
            options={"db_table": "audit_head"},
        ),
        migrations.RunPython(create_head, migrations.RunPython.noop, elidable=False),
        migrations.RunPython(create_triggers, migrations.RunPython.noop, elidable=False),
    ]
