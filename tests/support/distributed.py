"""The environment of a distributed installation: PostgreSQL, Redis, and keys that no machine makes for itself."""

import json
from pathlib import Path

from joserfc.jwk import ECKey

from tests.support import real_servers


def distributed(folder: Path) -> dict[str, str]:
    """Start the servers and put a signing key into `folder`; the variables that name them."""
    key = folder / "signing.jwk"
    key.write_text(json.dumps(ECKey.generate_key("P-256", auto_kid=True).as_dict(private=True)))
    return {
        "DATABASE_URL": real_servers.postgresql(),
        "REDIS_URL": real_servers.redis_server()[0],
        "SECRET_KEY": "not a secret: this installation lives for one test run",
        "AUTH_SIGNING_JWK_FILE": str(key),
    }
