"""The jobs of the chatbots room: what is deleted is hidden and goes for good, and what is new is embedded."""

import asyncio
from datetime import timedelta
from uuid import UUID

from huey.contrib.djhuey import on_startup

from chatbots import meaning, services
from chatbots.services.deleting import PURGE, SHOW
from chatbots.services.reading import READ
from core.clock import now
from sync import effects
from sync.seam import write_now
from sync.sweeper import once, sweeper

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
    if not asyncio.run(meaning.embed_rows(bot, most=AT_A_TIME)):
        write_now(services.have_read, chatbot_id=bot)
    write_now(effects.forget_done, kind=READ, before=now() - KEPT_FOR)


@once
def embed_here() -> None:
    """Huey's workers all call this as they start; one thread that embeds per process is enough."""
    sweeper(EMBEDDING).start()


on_startup()(embed_here)


def _bot(subject: str) -> UUID:
    return UUID(subject.partition(":")[0])
