from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("performance", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="scanrun",
            name="tries",
            field=models.IntegerField(default=0),
        ),
    ]
