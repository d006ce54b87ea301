"""Requests the embedding of training and saved questions from the worker."""

from uuid import UUID

from chatbots.models import MeaningVector
from core.clock import now
from core.ids import uuid7
from sync.effects import effects

EMBED = "chatbots.read"


def request_embedding(*, chatbot_id: UUID) -> None:
    """Request the embedding of the rows that this transaction writes."""
    effects.after_commit(kind=EMBED, subject=f"{chatbot_id}:{uuid7().hex}")


def request_missing_embeddings(*, chatbot_id: UUID) -> None:
    """Request the embedding of rows that a new model, or one that has failed, lacks. At most once an hour."""
    effects.after_commit(kind=EMBED, subject=f"{chatbot_id}:{now():%Y-%m-%dT%H}")


def delete_vectors(row_id: UUID) -> None:
    MeaningVector.objects.filter(row_id=row_id).delete()
