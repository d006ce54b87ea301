"""Settings of the bots' language model: its API, limits and prices."""

from dataclasses import dataclass, field

from environment.variables import BadSetting, Reader

API = "https://api.openai.com"
FALLBACK_MODEL = "gpt-4.1-mini"
EMBEDDINGS, NO_EMBEDDINGS = "text-embedding-3-small", "none"


@dataclass(frozen=True)
class ChatSettings:
    """Without `key` no bot answers. `models` maps a name in the data to the model to call; `fallback_model` is called
    if that model is not available. `prompt_tokens` and `reply_tokens` limit a request and a reply; prices are dollars
    per million tokens; `within_s` is the time limit of an answer. `embeddings` is the provider's model that searches
    training data; if it is None, only the built-in model searches them."""

    api: str
    key: str | None
    models: dict[str, str] = field(default_factory=dict)
    fallback_model: str = FALLBACK_MODEL
    prompt_tokens: int = 8_000
    reply_tokens: int = 800
    usd_in: float = 2.5
    usd_out: float = 10.0
    monthly_usd: int = 50
    embeddings: str | None = None
    usd_embeddings: float = 0.13
    per_minute: int = 10
    per_day: int = 200
    within_s: int = 40


def read_chat_settings(reader: Reader, sandbox: str | None) -> ChatSettings:
    """The settings from the environment; without a key, the model's API is at `sandbox`. Raises BadSetting."""
    key = reader.text("OPENAI_API_KEY", "") or None
    sandbox_api = sandbox if key is None else None
    return ChatSettings(
        api=reader.address("OPENAI_BASE_URL", sandbox_api or API),
        key=key or ("sandbox" if sandbox_api else None),
        models=_models(reader.text("CHAT_MODELS", "")),
        fallback_model=reader.text("CHAT_MODEL_INSTEAD", FALLBACK_MODEL),
        prompt_tokens=reader.number("CHAT_PROMPT_TOKENS", 8_000, low=1_000, high=1_000_000),
        reply_tokens=reader.number("CHAT_REPLY_TOKENS", 800, low=50, high=100_000),
        usd_in=_dollars(reader, "CHAT_USD_IN", 2.5),
        usd_out=_dollars(reader, "CHAT_USD_OUT", 10.0),
        embeddings=_embeddings(reader.text("CHAT_EMBEDDINGS", EMBEDDINGS if key else NO_EMBEDDINGS)),
        usd_embeddings=_dollars(reader, "CHAT_USD_EMBEDDINGS", 0.13),
        monthly_usd=reader.number("CHAT_MONTHLY_USD", 50, low=0, high=1_000_000),
        per_minute=reader.number("CHAT_PER_MINUTE", 10, low=1, high=10_000),
        per_day=reader.number("CHAT_PER_DAY", 200, low=1, high=100_000),
        within_s=reader.number("CHAT_WITHIN_S", 40, low=1, high=600),
    )


def _embeddings(raw: str) -> str | None:
    return None if raw == NO_EMBEDDINGS else raw


def _models(raw: str) -> dict[str, str]:
    """Parse pairs like `gpt-3.5-turbo=gpt-5-mini,gpt-4o=gpt-5`."""
    models = {}
    for pair in filter(None, (part.strip() for part in raw.split(","))):
        name, _, model = (part.strip() for part in pair.partition("="))
        if not name or not model:
            raise BadSetting("CHAT_MODELS", f"pairs like gpt-4o=gpt-5, not {pair!r}")
        models[name] = model
    return models


def _dollars(reader: Reader, name: str, default: float) -> float:
    raw = reader.text(name, str(default))
    try:
        amount = float(raw)
    except ValueError:
        amount = -1.0
    if not 0 <= amount <= 10_000:
        raise BadSetting(name, f"dollars for a million tokens, not {raw!r}")
    return amount
