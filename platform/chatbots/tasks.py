"""Background tasks of the chatbots app: hide or show conversations, purge deleted bots, and embed new rows."""

import asyncio
from datetime import timedelta
from uuid import UUID

from huey.contrib.djhuey import on_startup

from chatbots import services
from chatbots.providers import embeddings
from chatbots.services.deletion import PURGE, SHOW
from chatbots.services.embedding_jobs import EMBED
from core.clock import now
from sync.effects import effects
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now

# The most rows in one lease: 2,000 rows of two sentences take about 40 s.
BATCH_SIZE = 2_000
RETENTION = timedelta(days=1)
EMBEDDING = effects.Queue("embedding", timedelta(minutes=10))


@effects.handles(SHOW)
def show(subject: str) -> None:
    """Show or hide the conversations of a bot, in batches. `subject` is `<bot>:<when>`."""
    while write_now(services.show_conversations, chatbot_id=_bot(subject)):
        pass


@effects.handles(PURGE)
def purge(subject: str) -> None:
    """Purge a deleted bot, in batches. `subject` is `<bot>:<when>`."""
    while write_now(services.purge, chatbot_id=_bot(subject)):
        pass


@effects.handles(EMBED, queue=EMBEDDING)
def embed(subject: str) -> None:
    """Embed the new rows of a bot. `subject` is `<bot>:<unique suffix>`."""
    bot = _bot(subject)
    if not asyncio.run(embeddings.embed_rows(bot, most=BATCH_SIZE)):
        write_now(services.request_embedding, chatbot_id=bot)
    write_now(effects.forget_done, kind=EMBED, before=now() - RETENTION)


@once
def start_embedding() -> None:
    """Start the embedding thread. Each Huey worker calls this at its start; one thread per process is enough."""
    sweeper(EMBEDDING).start()


on_startup()(start_embedding)


def _bot(subject: str) -> UUID:
    return UUID(subject.partition(":")[0])
