"""Has an embedding model read what a bot's training and saved questions say, where the settings name such a model."""

import asyncio
import logging
from collections.abc import Sequence
from itertools import accumulate, takewhile
from uuid import UUID

from django.conf import settings

from chatbots import model, queries, services
from chatbots.vectors import Vector, packed, unpacked
from sync.seam import write_now

AT_ONCE = 100  # texts in one request
# A model takes about 8,000 tokens of a text, and 300,000 in one request; in some scripts a token has two bytes.
BYTES_OF_ONE, BYTES_OF_ALL = 15_000, 400_000

log = logging.getLogger(__name__)


async def of(question: str) -> Vector | None:
    """None where the settings name no model; without it words alone find training. Raises Failed."""
    if not model.embeds():
        return None
    [vector] = await model.vectors([question])
    return unpacked(packed(vector))


def learn(chatbot_id: UUID) -> None:
    """Whatever has no vector yet, or one of another text; saved questions are asked again afterwards. Raises Failed.

    Once the month's money is spent nothing is read any more, and words alone find it.
    """
    named = settings.CHAT.embeddings
    while named is not None and (some := _fitting(queries.unread_texts(chatbot_id=chatbot_id, limit=AT_ONCE))):
        texts = [_cut(text) for _, text in some]
        if not write_now(services.pay_for_reading, texts=texts):
            log.warning("training of bot %s is found by its words alone: the month's money is spent", chatbot_id)
            return
        made = asyncio.run(model.vectors(texts))
        write_now(
            services.keep_vectors,
            chatbot_id=chatbot_id,
            model=named,
            made=list(zip(some, map(packed, made), strict=True)),
        )


def _fitting(texts: Sequence[tuple[UUID, str]]) -> list[tuple[UUID, str]]:
    """As many of them as one request takes; one always fits."""
    sizes = accumulate(len(_cut(text).encode()) for _, text in texts)
    return [one for one, size in zip(texts, takewhile(lambda size: size <= BYTES_OF_ALL, sizes), strict=False)]


def _cut(text: str) -> str:
    return text.encode()[:BYTES_OF_ONE].decode("utf-8", "ignore")
