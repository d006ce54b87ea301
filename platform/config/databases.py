"""The database settings: SQLite in the data folder, or PostgreSQL by address."""

from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from psycopg import IsolationLevel

from environment.environment import Environment

# A machine that vanished must not hold its locks, nor a server that vanished its clients, for the two hours of TCP's
# own patience; and whoever falls asleep in a transaction holds up every writer of the same streams.
DEAD_AFTER = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}
POSTGRESQL_SESSION = {
    "tcp_keepalives_idle": 10,
    "tcp_keepalives_interval": 5,
    "tcp_keepalives_count": 3,
    "idle_in_transaction_session_timeout": 60_000,
    "lock_timeout": 20_000,
}
CONNECT_WITHIN_S = 5
# A statement of sync.sql.raw_sql is kept prepared from then on; Django's own, which are worded anew, never are.
PREPARED_AFTER = 5
SQLITE_START = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=20000;"


def databases(env: Environment) -> dict[str, Any]:
    """Django's DATABASES. SQLite is durable (FULL): devices hold numbers that a power cut must not take back.

    What stands behind `?` in a PostgreSQL address goes to its driver (`sslmode=verify-full`).
    """
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
            "NAME": unquote(url.path.lstrip("/")),
            "USER": unquote(url.username or ""),
            "PASSWORD": unquote(url.password or ""),
            "HOST": url.hostname or "",
            "PORT": str(url.port or ""),
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,  # costs next to nothing here: sync.db.postgresql
            "OPTIONS": {
                **DEAD_AFTER,
                "connect_timeout": CONNECT_WITHIN_S,
                "prepare_threshold": PREPARED_AFTER,
                # The log's counters are taken in this isolation; another would refuse those who waited for them.
                "isolation_level": IsolationLevel.READ_COMMITTED,
                "options": " ".join(f"-c {name}={value}" for name, value in POSTGRESQL_SESSION.items()),
                **dict(parse_qsl(url.query)),
            },
        }
    }
