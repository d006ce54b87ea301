"""Training and saved questions are embedded soon after they are written."""

from uuid import UUID

from chatbots.models import MeaningVector
from core.clock import now
from core.ids import uuid7
from sync.effects import effects

READ = "chatbots.read"


def have_read(*, chatbot_id: UUID) -> None:
    """Have models embed what this transaction writes."""
    effects.after_commit(kind=READ, subject=f"{chatbot_id}:{uuid7().hex}")


def have_all_read(*, chatbot_id: UUID) -> None:
    """Have them embed what they have not embedded, because a model is new or has failed; at most once an hour."""
    effects.after_commit(kind=READ, subject=f"{chatbot_id}:{now():%Y-%m-%dT%H}")


def forget_vectors(row_id: UUID) -> None:
    MeaningVector.objects.filter(row_id=row_id).delete()
