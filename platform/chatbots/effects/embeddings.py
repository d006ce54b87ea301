"""Embeds questions and training with the embedded model, and with the provider's model if the settings name one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

from django.conf import settings

from chatbots import queries
from chatbots.effects import provider_embeddings
from chatbots.providers import language_model
from chatbots.retrieval import embedded_model
from chatbots.retrieval.vectors import Vector, mean, packed, unit
from sync.writes.db_executor import read, write

# Rows in one batch: few, so that write transactions are short and memory is small.
BATCH_SIZE = 32
# A provider's model accepts about 8,000 tokens of a text. In some writing systems a token has only two bytes.
MAX_TEXT_BYTES = 15_000
PROVIDER_TIMEOUT_S = 3.0

log = logging.getLogger(__name__)
EmbedFunction = Callable[[Sequence[str]], Awaitable[Sequence[Vector]]]


async def embed_question(question: str) -> dict[str, Vector]:
    """A question's vectors by model name. A model that fails is left out."""
    vectors_by_model: dict[str, Vector] = {}
    for name, embed in _models():
        try:
            async with asyncio.timeout(PROVIDER_TIMEOUT_S):
                [vectors_by_model[name]] = await embed([question])
        except (language_model.ModelError, TimeoutError) as error:
            log.warning("%s returned no embedding of a question: %r", name, error)
    return vectors_by_model


async def embed_rows(chatbot_id: UUID, *, limit: int = BATCH_SIZE) -> bool:
    """Embed at most `limit` new rows of a bot with each model, and check its saved questions.

    Returns False if there may be more rows.
    """
    return await _embed_with(_models(), chatbot_id, limit) < limit


async def embed_at_once(chatbot_id: UUID, *row_ids: UUID) -> None:
    """Embed these rows of a bot, and up to `BATCH_SIZE` in all, and check its saved questions.

    Uses the embedded model only, because an admin who has just saved the rows waits for this. The worker calls the
    provider's model later, because that takes longer and costs money.
    """
    await _embed_with(_models()[:1], chatbot_id, BATCH_SIZE, first=row_ids)


async def _embed_with(
    models: Sequence[tuple[str, EmbedFunction]], chatbot_id: UUID, limit: int, *, first: Sequence[UUID] = ()
) -> int:
    """Returns the largest number of rows that one of the models embedded."""
    done = [await _embed(chatbot_id, name, embed, limit, first) for name, embed in models]
    await write(provider_embeddings.recheck, chatbot_id=chatbot_id, models=[name for name, _ in _models()])
    return max(done)


def _models() -> Sequence[tuple[str, EmbedFunction]]:
    """The models in use: (name, function that embeds)."""
    provider_model = settings.CHAT.embeddings
    return [(embedded_model.NAME, _embed_locally)] + (
        [(provider_model, _embed_by_provider)] if provider_model and settings.CHAT.key else []
    )


async def _embed_locally(texts: Sequence[str]) -> Sequence[Vector]:
    """Raises ModelError also if the model's file is broken. Full-text search then still finds training."""
    try:
        return await asyncio.to_thread(embedded_model.embed, texts)
    except Exception as error:
        raise language_model.ModelError("embedded") from error


async def _embed_by_provider(texts: Sequence[str]) -> Sequence[Vector]:
    """Raises ModelError."""
    cut = [text.encode()[:MAX_TEXT_BYTES].decode("utf-8", "ignore") for text in texts]
    return [unit(vector) for vector in await language_model.vectors(cut)]


async def _embed(chatbot_id: UUID, name: str, embed: EmbedFunction, limit: int, first: Sequence[UUID]) -> int:
    """Returns how many rows were embedded. Stops if the model fails or the month's cost limit is reached."""
    done = 0
    while done < limit and (
        rows := await read(
            queries.not_embedded, chatbot_id=chatbot_id, model=name, limit=min(BATCH_SIZE, limit - done), first=first
        )
    ):
        texts = [part for row in rows for part in row.parts]
        if name != embedded_model.NAME and not await write(provider_embeddings.book_embedding_cost, texts=texts):
            log.warning("bot %s is not embedded by %s: this month's budget is spent", chatbot_id, name)
            break
        try:
            vectors = iter(await embed(texts))
        except language_model.ModelError as error:
            log.warning("bot %s is not embedded by %s: %r", chatbot_id, name, error)
            break
        packed_vectors = [(row, packed(mean([next(vectors) for _ in row.parts]))) for row in rows]
        await write(provider_embeddings.store_vectors, chatbot_id=chatbot_id, model=name, packed_vectors=packed_vectors)
        done += len(rows)
    return done
