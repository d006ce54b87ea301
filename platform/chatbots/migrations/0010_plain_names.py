from django.db import migrations, models

# An index follows a renamed column by itself.
INDEX = models.Index(fields=["user", "requested_at"], name="chat_turns_by_person")


class Migration(migrations.Migration):
    dependencies = [("chatbots", "0009_monthly_costs")]

    operations = [
        migrations.RenameField("Turn", "stop_asked", "is_stop_requested"),
        migrations.RenameField("Turn", "asked_at", "requested_at"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("Turn", "chat_turns_by_person"),
                migrations.AddIndex("Turn", INDEX),
            ]
        ),
    ]
