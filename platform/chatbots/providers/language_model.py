"""Calls to the language model through the OpenAI SDK. Callers must not hold a transaction open meanwhile."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from django.conf import settings

from chatbots.prompt import Message
from chatbots.retrieval.vectors import DIMENSIONS
from core import http_client

if TYPE_CHECKING:
    from openai import AsyncOpenAI


class ModelError(Exception):
    """The model gave no reply. The text is the reason in one word, for the response; the cause is for the log."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a reply, and the model's name. The model reports token counts once, at the end, if at all."""

    text: str
    model: str
    prompt_tokens: int | None = None
    reply_tokens: int | None = None


_clients: "WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[tuple[str, str | None], AsyncOpenAI]]" = (
    WeakKeyDictionary()
)


async def vectors(texts: Sequence[str]) -> list[list[float]]:
    """One vector for each text, in the same order. Raises ModelError."""
    import openai

    model = settings.CHAT.embeddings
    assert model is not None  # callers check that the settings name a model
    try:
        response = await _client().embeddings.create(
            model=model, input=list(texts), dimensions=DIMENSIONS, encoding_format="float"
        )
    except (openai.OpenAIError, ValueError) as error:
        raise ModelError("embeddings") from error
    return [one.embedding for one in sorted(response.data, key=lambda one: one.index)]


async def stream(*, model_name: str, messages: Sequence[Message]) -> AsyncGenerator[Piece, None]:
    """Yield the reply in pieces. Uses the settings' `fallback_model` if the model does not exist. Raises ModelError."""
    chat = settings.CHAT
    if chat.key is None:
        raise ModelError("not_set_up")
    import openai  # here, because it takes 0.4 s, which only the first question of a process should cost

    api_model = chat.models.get(model_name, model_name)
    try:
        try:
            events = await _start(api_model, messages)
        except openai.NotFoundError:
            if api_model == chat.fallback_model:
                raise
            events = await _start(chat.fallback_model, messages)
        async with events:
            async for event in events:
                usage = getattr(event, "usage", None)
                text = event.choices[0].delta.content if event.choices else None
                if text or usage is not None:
                    yield Piece(
                        text or "",
                        event.model,
                        usage.prompt_tokens if usage is not None else None,
                        usage.completion_tokens if usage is not None else None,
                    )
    except openai.APITimeoutError as error:
        raise ModelError("timeout") from error
    except openai.RateLimitError as error:
        raise ModelError("busy") from error
    except (openai.OpenAIError, ValueError) as error:
        raise ModelError("unavailable") from error


async def _start(model: str, messages: Sequence[Message]) -> Any:
    # The SDK's type hints accept only the SDK's own message types.
    completions: Any = _client().chat.completions
    return await completions.create(
        model=model,
        messages=list(messages),
        stream=True,
        stream_options={"include_usage": True},
        max_completion_tokens=settings.CHAT.reply_tokens,
    )


def _client() -> "AsyncOpenAI":
    """One client for each event loop, so that connections are reused."""
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient

    loop = asyncio.get_running_loop()
    chat = settings.CHAT
    key = (chat.api, chat.key)
    cached = _clients.get(loop)
    if cached is None or cached[0] != key:
        # No retries, because each costs money and a user waits.
        http = DefaultAsyncHttpxClient(verify=http_client.tls_context())
        client = AsyncOpenAI(
            base_url=f"{chat.api}/v1", api_key=chat.key, max_retries=0, timeout=chat.within_s, http_client=http
        )
        cached = _clients[loop] = (key, client)
    return cached[1]
