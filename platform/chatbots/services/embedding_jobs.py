"""Embeds training and saved questions in the worker, after the commit that stores them."""

import asyncio
from datetime import timedelta
from uuid import UUID

from chatbots.models import MeaningVector
from chatbots.services import embeddings
from core.clock import now
from core.ids import uuid7
from sync.effects import effects
from sync.effects.effects import Queue
from sync.writes.db_executor import write_now

EMBED = "chatbots.read"
# The most rows in one lease: 2,000 rows of two sentences take about 40 s.
BATCH_SIZE = 2_000
RETENTION = timedelta(days=1)
EMBEDDING = Queue("embedding", timedelta(minutes=10))


@effects.handles(EMBED, queue=EMBEDDING)
def embed(subject: str) -> None:
    """Embed the new rows of a bot. `subject` is `<bot>:<unique suffix>`."""
    bot = UUID(subject.partition(":")[0])
    if not asyncio.run(embeddings.embed_rows(bot, most=BATCH_SIZE)):
        write_now(request_embedding, chatbot_id=bot)
    write_now(effects.forget_done, kind=EMBED, before=now() - RETENTION)


def request_embedding(*, chatbot_id: UUID) -> None:
    """Request the embedding of the rows that this transaction writes."""
    effects.after_commit(kind=EMBED, subject=f"{chatbot_id}:{uuid7().hex}")


def request_missing_embeddings(*, chatbot_id: UUID) -> None:
    """Request the embedding of rows that a new model, or one that has failed, lacks. At most once an hour."""
    effects.after_commit(kind=EMBED, subject=f"{chatbot_id}:{now():%Y-%m-%dT%H}")


def delete_vectors(row_id: UUID) -> None:
    MeaningVector.objects.filter(row_id=row_id).delete()
