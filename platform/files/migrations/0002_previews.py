"""Adds the size of a file's preview."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("files", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="storedobject",
            name="preview_size",
            field=models.IntegerField(null=True),
        ),
    ]
