from django.db import migrations, models

# A constraint follows a renamed column by itself.
ONCE = models.UniqueConstraint(fields=["app", "row_id", "file"], name="storage_claims_once")


class Migration(migrations.Migration):
    dependencies = [("files", "0002_previews")]

    operations = [
        migrations.RenameField("Claim", "room", "app"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("Claim", "storage_claims_once"),
                migrations.AddConstraint("Claim", ONCE),
            ]
        ),
    ]
