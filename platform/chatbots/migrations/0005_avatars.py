"""Adds the pictures of bots, which the server fetches."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chatbots", "0004_spending")]

    operations = [
        migrations.AddField("bot", "avatar", models.TextField(default="")),
        migrations.AddField("chatbot", "avatar", models.TextField(default="")),
    ]
