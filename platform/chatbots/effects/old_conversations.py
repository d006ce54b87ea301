"""Deletes messages between users and bots after KEEP_CHAT_DAYS, on the server and on devices."""

from datetime import timedelta

from django.conf import settings

from chatbots.models import ChatMessage, Turn
from core.clock import now
from sync.log import changes

BATCH_SIZE = 200


def prune() -> int:
    """Delete a batch of old messages. Returns their number; 0 if there are none or no limit is set."""
    days = settings.RETENTION.chat_days
    if days is None:
        return 0
    oldest = now() - timedelta(days=days)
    Turn.objects.filter(requested_at__lt=oldest).delete()
    old = ChatMessage.objects.filter(created_at__lt=oldest).order_by("user_id", "id")
    batch = list(old.values_list("id", flat=True)[:BATCH_SIZE])
    for message_id in batch:
        message = changes.locked(ChatMessage, message_id)
        if message is not None:
            changes.delete(message)
    return len(batch)
