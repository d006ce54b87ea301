from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("files", "0003_plain_names")]

    # The column keeps its name, because processes of the former version use it during an upgrade.
    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("StoredObject", "is_going", "is_deleting"),
                migrations.AlterField(
                    "StoredObject", "is_deleting", models.BooleanField(default=False, db_column="is_going")
                ),
            ]
        ),
    ]
