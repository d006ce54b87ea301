"""Settings of the bots' language model: its API, limits and prices."""

from dataclasses import dataclass, field

from environment.setting import BadSetting, Group, Reader
from environment.values import address, dollars, number, optional, parts_of, text

FALLBACK_MODEL = "gpt-4.1-mini"
EMBEDDINGS, NO_EMBEDDINGS = "text-embedding-3-small", "none"
PRICE = "dollars for a million tokens"


def _models(name: str, raw: str) -> dict[str, str]:
    """Parse pairs like `gpt-3.5-turbo=gpt-5-mini,gpt-4o=gpt-5`."""
    models = {}
    for pair in parts_of(raw):
        stored, _, model = (part.strip() for part in pair.partition("="))
        if not stored or not model:
            raise BadSetting(name, f"pairs like gpt-4o=gpt-5, not {pair!r}")
        models[stored] = model
    return models


GROUP = Group("Chatbots", "Chatbots reply by a language model; without a key they apologize.")
OPENAI_API_KEY = GROUP.setting(
    "OPENAI_API_KEY",
    optional(text),
    "The key of the language model's API.",
    unit="text",
    example="sk-...",
    is_secret=True,
)
OPENAI_BASE_URL = GROUP.setting(
    "OPENAI_BASE_URL",
    address,
    "Another service with the same API.",
    default="https://api.openai.com",
    unit="URL",
    example="https://api.openai.com",
)
CHAT_MODELS = GROUP.setting(
    "CHAT_MODELS",
    _models,
    "The models that are called for stored model names.",
    default_text="none; the stored name is called",
    unit="stored=called pairs with commas between them",
    example="gpt-4o=gpt-5,gpt-3.5-turbo=gpt-5-mini",
)
CHAT_MODEL_INSTEAD = GROUP.setting(
    "CHAT_MODEL_INSTEAD",
    text,
    "The model that is called if the provider does not have the bot's model.",
    default=FALLBACK_MODEL,
    unit="name",
    example=FALLBACK_MODEL,
)
CHAT_EMBEDDINGS = GROUP.setting(
    "CHAT_EMBEDDINGS",
    text,
    "With a key, the embedding model of the provider that finds training examples by meaning. The model that ships with"
    ' the product is used while the provider fails, without a key, and if this is "none".',
    default_text=f"{EMBEDDINGS}; none without a key",
    unit="name, or none",
    example=EMBEDDINGS,
)
CHAT_PROMPT_TOKENS = GROUP.setting(
    "CHAT_PROMPT_TOKENS",
    number(1_000, 1_000_000),
    "The limit of one question with its context.",
    default="8000",
    unit="tokens",
    example="8000",
)
CHAT_REPLY_TOKENS = GROUP.setting(
    "CHAT_REPLY_TOKENS",
    number(50, 100_000),
    "The limit of one reply.",
    default="800",
    unit="tokens",
    example="800",
)
CHAT_WITHIN_S = GROUP.setting(
    "CHAT_WITHIN_S",
    number(1, 600),
    "The time limit of one reply.",
    default="40",
    unit="seconds, 1 to 600",
    example="40",
)
CHAT_MONTHLY_USD = GROUP.setting(
    "CHAT_MONTHLY_USD",
    number(0, 1_000_000),
    "The monthly limit for replies and embeddings.",
    default="50",
    unit="dollars",
    example="50",
)
CHAT_PER_MINUTE = GROUP.setting(
    "CHAT_PER_MINUTE",
    number(1, 10_000),
    "The limit for questions of one user in a minute.",
    default="10",
    unit="questions",
    example="10",
)
CHAT_PER_DAY = GROUP.setting(
    "CHAT_PER_DAY",
    number(1, 100_000),
    "The limit for questions of one user in a day.",
    default="200",
    unit="questions",
    example="200",
)
CHAT_USD_IN = GROUP.setting("CHAT_USD_IN", dollars, "The price of questions.", default="2.5", unit=PRICE, example="2.5")
CHAT_USD_OUT = GROUP.setting("CHAT_USD_OUT", dollars, "The price of replies.", default="10.0", unit=PRICE, example="10")
CHAT_USD_EMBEDDINGS = GROUP.setting(
    "CHAT_USD_EMBEDDINGS", dollars, "The price of embeddings.", default="0.13", unit=PRICE, example="0.13"
)


@dataclass(frozen=True)
class ChatSettings:
    """Settings of the bots. Without `key` each bot apologizes.

    `models` maps a stored model name to the model that is called; `fallback_model` is called if that model is not
    available. `prompt_tokens` and `reply_tokens` limit a request and a reply. Prices are in dollars per million tokens.
    `within_s` is the time limit of a reply. `embeddings` is the provider's model for the search in training data; if it
    is None, only the built-in model is used.
    """

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
    """The settings from the environment. Without a key, the API's address is `sandbox`, if given. Raises BadSetting."""
    key = reader.read(OPENAI_API_KEY)
    sandbox_api = sandbox if key is None else None
    embeddings = reader.read(CHAT_EMBEDDINGS, EMBEDDINGS if key else NO_EMBEDDINGS)
    return ChatSettings(
        api=reader.read(OPENAI_BASE_URL, sandbox_api),
        key=key or ("sandbox" if sandbox_api else None),
        models=reader.read(CHAT_MODELS),
        fallback_model=reader.read(CHAT_MODEL_INSTEAD),
        prompt_tokens=reader.read(CHAT_PROMPT_TOKENS),
        reply_tokens=reader.read(CHAT_REPLY_TOKENS),
        usd_in=reader.read(CHAT_USD_IN),
        usd_out=reader.read(CHAT_USD_OUT),
        embeddings=None if embeddings == NO_EMBEDDINGS else embeddings,
        usd_embeddings=reader.read(CHAT_USD_EMBEDDINGS),
        monthly_usd=reader.read(CHAT_MONTHLY_USD),
        per_minute=reader.read(CHAT_PER_MINUTE),
        per_day=reader.read(CHAT_PER_DAY),
        within_s=reader.read(CHAT_WITHIN_S),
    )
