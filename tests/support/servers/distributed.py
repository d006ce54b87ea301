"""The environment of a distributed installation: PostgreSQL, Redis, and keys that all machines share."""

import json
from pathlib import Path

from joserfc.jwk import ECKey

from tests.support.servers.postgresql_and_redis import PostgreSQL, Redis, shared_server


def distributed(folder: Path) -> dict[str, str]:
    """The variables with the URLs of the run's servers, and with keys in `folder`."""
    return {
        "DATABASE_URL": shared_server(PostgreSQL, "TEST_RUN_POSTGRESQL"),
        "REDIS_URL": shared_server(Redis, "TEST_RUN_REDIS"),
        **own_keys(folder),
    }


def own_keys(folder: Path) -> dict[str, str]:
    """The secrets of an installation that shares its database; the key files are in `folder`."""
    keys = {name: folder / f"{name}.jwk" for name in ("signing", "vapid")}
    for key in keys.values():
        if not key.exists():
            key.write_text(json.dumps(ECKey.generate_key("P-256", auto_kid=True).as_dict(private=True)))
    return {
        "SECRET_KEY": "not a secret: this installation lives for one test run",
        "AUTH_SIGNING_JWK_FILE": str(keys["signing"]),
        "VAPID_JWK_FILE": str(keys["vapid"]),
    }
