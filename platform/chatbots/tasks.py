"""The jobs of the chatbots room: what is deleted is hidden and goes for good, and what is new is embedded."""

import asyncio
from datetime import timedelta
from uuid import UUID

from huey.contrib.djhuey import on_startup

from chatbots import services
from chatbots.providers import embeddings
from chatbots.services.deletion import PURGE, SHOW
from chatbots.services.embedding_jobs import READ
from core.clock import now
from sync.effects import effects
from sync.effects.sweeper import once, sweeper
from sync.writes.db_executor import write_now

# At most so many rows in one lease: 2,000 of two sentences take about 40 s.
AT_A_TIME = 2_000
KEPT_FOR = timedelta(days=1)
EMBEDDING = effects.Queue("embedding", timedelta(minutes=10))


@effects.handles(SHOW)
def show(subject: str) -> None:
    """`<bot>:<when>`, some messages at a time."""
    while write_now(services.show_conversations, chatbot_id=_bot(subject)):
        pass


@effects.handles(PURGE)
def purge(subject: str) -> None:
    """`<bot>:<when>`"""
    while write_now(services.purge, chatbot_id=_bot(subject)):
        pass


@effects.handles(READ, queue=EMBEDDING)
def read(subject: str) -> None:
    """`<bot>:<what is new>`"""
    bot = _bot(subject)
    if not asyncio.run(embeddings.embed_rows(bot, most=AT_A_TIME)):
        write_now(services.have_read, chatbot_id=bot)
    write_now(effects.forget_done, kind=READ, before=now() - KEPT_FOR)


@once
def embed_here() -> None:
    """Huey's workers all call this as they start; one thread that embeds per process is enough."""
    sweeper(EMBEDDING).start()


on_startup()(embed_here)


def _bot(subject: str) -> UUID:
    return UUID(subject.partition(":")[0])
