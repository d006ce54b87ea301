from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("sync", "0005_hidden")]

    operations = [
        migrations.RenameModel("Grave", "Tombstone"),
        migrations.AlterModelTable("Tombstone", "sync_tombstone"),
    ]
