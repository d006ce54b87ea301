"""Settings of processes that share a database: the addresses of the database and of Redis, and the keys."""

from typing import Any
from urllib.parse import urlsplit

from environment.setting import BadSetting, Group, Setting
from environment.values import checked_key, file, optional, service, text

POSTGRESQL = "postgresql://user:password@host/name"
postgresql = service({"postgres", "postgresql"}, POSTGRESQL)


def _database(name: str, raw: str) -> str:
    url = postgresql(name, raw)
    if not urlsplit(url).path.strip("/"):
        raise BadSetting(name, f"an address like {POSTGRESQL}")
    return url


GROUP = Group(
    "Several processes, on one machine or on many",
    "Use the same settings for each of them, and set these together, SECRET_KEY_FORMER excepted. deploy/keys FOLDER"
    " creates the three keys.",
)
DATABASE_URL = GROUP.setting(
    "DATABASE_URL",
    optional(_database),
    "The PostgreSQL (14 or newer). The part after ? goes to the driver:"
    " ?sslmode=verify-full&sslrootcert=/etc/pulseboard/ca.pem",
    default_text="none; the database is a SQLite file in DATA_DIR",
    unit="URL",
    example="postgresql://pulseboard:password@db.example.com/pulseboard",
    is_secret=True,
)
REDIS_URL = GROUP.setting(
    "REDIS_URL",
    optional(service({"redis", "rediss", "unix"}, "redis://host:6379/0")),
    "The Redis that carries hints and wakes workers. It stores nothing that matters.",
    default_text="none; one process does everything",
    unit="URL",
    example="redis://cache.example.com:6379/0",
    is_secret=True,
)
SECRET_KEY = GROUP.setting(
    "SECRET_KEY",
    optional(checked_key),
    "The key that protects stored secrets and emailed codes.",
    default_text="the file DATA_DIR/keys/django-secret, which the server creates",
    unit="at least 32 characters",
    example="...",
    is_secret=True,
)
SECRET_KEY_FORMER = GROUP.setting(
    "SECRET_KEY_FORMER",
    # A former key may be shorter, because this is how installations replace a weak key.
    optional(text),
    "The former key while SECRET_KEY changes; docs/keys.md has the steps.",
    unit="text",
    example="...",
    is_secret=True,
)
AUTH_SIGNING_JWK_FILE = GROUP.setting(
    "AUTH_SIGNING_JWK_FILE",
    optional(file),
    "The key that signs access tokens. With it an attacker can sign in as any user.",
    default_text="the file DATA_DIR/keys/signing.jwk, which the server creates",
    unit="path",
    example="/etc/pulseboard/signing.jwk",
)
VAPID_JWK_FILE = GROUP.setting(
    "VAPID_JWK_FILE",
    optional(file),
    "The key by which push services recognize this installation. A new key ends all push subscriptions.",
    default_text="the file DATA_DIR/keys/vapid.jwk, which the server creates",
    unit="path",
    example="/etc/pulseboard/vapid.jwk",
)
# Processes that share a database need the same keys.
KEYS: tuple[Setting[Any], ...] = (SECRET_KEY, AUTH_SIGNING_JWK_FILE, VAPID_JWK_FILE)
