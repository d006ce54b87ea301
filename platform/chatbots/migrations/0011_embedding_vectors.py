from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("chatbots", "0010_plain_names")]

    operations = [migrations.RenameModel("MeaningVector", "EmbeddingVector")]
