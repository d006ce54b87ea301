"""The database settings: SQLite in the data folder, or PostgreSQL by address."""

from typing import Any
from urllib.parse import unquote, urlsplit

from config.environment import Environment

SQLITE_START = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;"


def databases(env: Environment) -> dict[str, Any]:
    """Django's DATABASES. SQLite is durable (FULL): devices hold numbers that a power cut must not take back."""
    if env.database_url is None:
        return {
            "default": {
                "ENGINE": "sync.db.sqlite3",
                "NAME": env.data_dir / "pulseboard.sqlite3",
                "CONN_MAX_AGE": None,
                "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": SQLITE_START},
                # A file: the database threads and the test's own thread each have a connection.
                "TEST": {"NAME": env.data_dir / "test.sqlite3"},
            }
        }
    url = urlsplit(env.database_url)
    return {
        "default": {
            "ENGINE": "sync.db.postgresql",
            "NAME": url.path.lstrip("/"),
            "USER": unquote(url.username or ""),
            "PASSWORD": unquote(url.password or ""),
            "HOST": url.hostname or "",
            "PORT": str(url.port or ""),
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
        }
    }
