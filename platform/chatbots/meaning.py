"""Has an embedding model read what a bot's training and saved questions say, where the settings name such a model."""

import asyncio
from uuid import UUID

from django.conf import settings

from chatbots import model, queries, services
from chatbots.vectors import Vector, packed, unpacked
from sync.seam import write_now

AT_ONCE = 100  # texts in one request


async def of(question: str) -> Vector | None:
    """None where the settings name no model; without it words alone find training. Raises Failed."""
    if not model.embeds():
        return None
    [vector] = await model.vectors([question])
    return unpacked(packed(vector))


def learn(chatbot_id: UUID) -> None:
    """Whatever has no vector yet, or one of another text; saved questions are asked again afterwards. Raises Failed."""
    named = settings.CHAT.embeddings
    while named is not None and (some := queries.unread_texts(chatbot_id=chatbot_id, limit=AT_ONCE)):
        made = asyncio.run(model.vectors([text for _, text in some]))
        write_now(
            services.keep_vectors,
            chatbot_id=chatbot_id,
            model=named,
            made=list(zip(some, map(packed, made), strict=True)),
        )
