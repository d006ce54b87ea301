"""Where the settings name an embedding model, it reads training and saved questions soon after they are written."""

from uuid import UUID

from django.conf import settings

from chatbots import queries
from chatbots.models import MeaningVector
from core.clock import now
from core.ids import uuid7
from sync import effects

READ = "chatbots.read"


def have_read(chatbot_id: UUID) -> None:
    """Have the embedding model read what this transaction writes."""
    if settings.CHAT.embeddings is not None:
        effects.after_commit(kind=READ, subject=f"{chatbot_id}:{uuid7().hex}")


def have_all_read(chatbot_id: UUID) -> None:
    """Have it read what was written before the settings named it; tried at most once an hour."""
    if settings.CHAT.embeddings is not None and queries.is_unread(chatbot_id=chatbot_id):
        effects.after_commit(kind=READ, subject=f"{chatbot_id}:{now():%Y-%m-%dT%H}")


def forget_vector(row_id: UUID) -> None:
    MeaningVector.objects.filter(id=row_id).delete()
