"""Embeds training and saved questions in the worker, after the commit that stores them."""

import asyncio
from datetime import timedelta
from uuid import UUID

from chatbots.effects import embeddings
from chatbots.models import EmbeddingVector
from core.clock import now
from core.ids import uuid7
from sync.effects import effects
from sync.effects.reactions import Queue
from sync.writes.db_executor import write_now

# The most rows in one lease: 2,000 rows of two sentences take about 40 s.
BATCH_SIZE = 2_000
RETENTION = timedelta(days=1)  # of effects that are done
EMBEDDING = Queue("embedding", timedelta(minutes=10))


def embed(subject: str) -> None:
    """Embed the new rows of a bot. `subject` is `<bot>:<unique suffix>`."""
    bot = UUID(subject.partition(":")[0])
    if not asyncio.run(embeddings.embed_rows(bot, limit=BATCH_SIZE)):
        write_now(effects.after_commit, embed, subject_of_new_rows(bot))
    write_now(effects.delete_done, embed, before=now() - RETENTION)


def subject_of_new_rows(chatbot_id: UUID) -> str:
    """A new subject for `embed`, so that each transaction that writes rows requests the embedding of its own rows."""
    return f"{chatbot_id}:{uuid7().hex}"


def request_missing_embeddings(*, chatbot_id: UUID) -> None:
    """Request the embedding of a bot's rows that lack the vector of a model. Runs at most once an hour."""
    effects.after_commit(embed, f"{chatbot_id}:{now():%Y-%m-%dT%H}")


def delete_vectors(row_id: UUID) -> None:
    EmbeddingVector.objects.filter(row_id=row_id).delete()
