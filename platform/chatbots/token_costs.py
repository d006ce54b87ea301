"""What asking models costs, in millionths of a dollar: at a dollar for a million tokens, a token is one of them."""

from collections.abc import Iterable

from django.conf import settings

from chatbots.prompt import tokens_of

A_DOLLAR = 1_000_000


def of_reply(tokens_in: int, tokens_out: int) -> int:
    return round(tokens_in * settings.CHAT.usd_in + tokens_out * settings.CHAT.usd_out)


def of_reading(texts: Iterable[str]) -> int:
    """What an embedding model takes for these; nothing where the settings name none."""
    if settings.CHAT.embeddings is None:
        return 0
    return round(sum(map(tokens_of, texts)) * settings.CHAT.usd_embeddings)


def at_most(question: str) -> int:
    """What the answer to a question may cost. Only one that is longer than the budget itself goes beyond the budget."""
    chat = settings.CHAT
    tokens_in = max(chat.prompt_tokens, tokens_of(question) + chat.prompt_tokens // 2)
    return of_reply(tokens_in, chat.reply_tokens) + of_reading([question])


def of_a_month() -> int:
    """What may be spent in a month."""
    return settings.CHAT.monthly_usd * A_DOLLAR
