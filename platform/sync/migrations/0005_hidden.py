"""Adds the column `hides` (LG10), and hides the earlier changes of rows that are already removed."""

from django.db import migrations, models

HIDE = """
UPDATE sync_change SET op = later.op, v = later.v, frame = ''
FROM sync_change AS later
WHERE later.op IN ('x', 'd') AND sync_change.op = 'u' AND later.row_id = sync_change.row_id
AND later.stream = sync_change.stream AND later.seq > sync_change.seq AND later.tbl = sync_change.tbl
"""


class Migration(migrations.Migration):
    dependencies = [("sync", "0004_graves")]

    operations = [
        migrations.AddField("change", "hides", models.TextField(null=True)),
        migrations.AddIndex("change", models.Index(fields=["row_id", "stream", "seq"], name="sync_change_row")),
        migrations.RunSQL(HIDE, migrations.RunSQL.noop),
    ]
