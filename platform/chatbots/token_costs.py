"""Costs of model calls in millionths of a dollar. At a price of one dollar per million tokens, one token costs 1."""

from collections.abc import Iterable

from django.conf import settings

from chatbots.prompt import tokens_of

MICRO_USD_PER_USD = 1_000_000


def of_reply(tokens_in: int, tokens_out: int) -> int:
    return round(tokens_in * settings.CHAT.usd_in + tokens_out * settings.CHAT.usd_out)


def of_embedding(texts: Iterable[str]) -> int:
    """The cost of embedding these texts; 0 if the settings name no embedding model."""
    if settings.CHAT.embeddings is None:
        return 0
    return round(sum(map(tokens_of, texts)) * settings.CHAT.usd_embeddings)


def maximum_of_reply(question: str) -> int:
    """The maximum cost of answering a question. A long question may exceed the prompt budget, as it is never cut."""
    chat = settings.CHAT
    tokens_in = max(chat.prompt_tokens, tokens_of(question) + chat.prompt_tokens // 2)
    return of_reply(tokens_in, chat.reply_tokens) + of_embedding([question])


def monthly_limit() -> int:
    """The maximum cost of one month."""
    return settings.CHAT.monthly_usd * MICRO_USD_PER_USD
