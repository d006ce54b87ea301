"""The database settings: SQLite in the data folder, or PostgreSQL by URL."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from psycopg import IsolationLevel

from environment.environment import Environment

# TCP's own timeout is two hours. Until then a vanished machine would hold its locks, and clients of a vanished server
# would wait. An idle transaction is ended too, because it blocks every writer of the same streams.
KEEPALIVES = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}
POSTGRESQL_SESSION = {
    "tcp_keepalives_idle": 10,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
    "idle_in_transaction_session_timeout": 60_000,
    "lock_timeout": 20_000,
}
CONNECT_TIMEOUT_S = 5
# After this many uses psycopg prepares a statement of sync.sql.raw_sql. Django's own statements do not repeat so often.
PREPARED_AFTER = 5
SQLITE_START = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;"


def databases(env: Environment) -> dict[str, Any]:
    """Django's DATABASES. SQLite is durable (FULL), because a power cut must not undo changes that devices have.

    The query of a PostgreSQL URL is passed to the driver (`sslmode=verify-full`).
    """
    if env.database_url is None:
        return {
            "default": {
                "ENGINE": "sync.db.sqlite3",
                "NAME": env.data_dir / "pulseboard.sqlite3",
                "CONN_MAX_AGE": None,
                "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": SQLITE_START},
                # A file, because the database threads and the test's thread each have their own connection.
                "TEST": {"NAME": env.data_dir / "test.sqlite3"},
            }
        }
    url = urlsplit(env.database_url)
    return {
        "default": {
            "ENGINE": "sync.db.postgresql",
            "NAME": unquote(url.path.lstrip("/")),
            "USER": unquote(url.username or ""),
            "PASSWORD": unquote(url.password or ""),
            "HOST": url.hostname or "",
            "PORT": str(url.port or ""),
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,  # almost free with sync.db.postgresql
            "OPTIONS": {
                **KEEPALIVES,
                "connect_timeout": CONNECT_TIMEOUT_S,
                # A standby that is being promoted rejects writes with an error that is no connection error.
                "target_session_attrs": "read-write",
                "prepare_threshold": PREPARED_AFTER,
                # Locks on the log's counters need this level: a stricter one would fail transactions that waited.
                "isolation_level": IsolationLevel.READ_COMMITTED,
                "options": " ".join(f"-c {name}={value}" for name, value in POSTGRESQL_SESSION.items()),
                **dict(parse_qsl(url.query)),
            },
        }
    }
