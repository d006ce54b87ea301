"""The service `setup` of deploy/compose.yml: creates the missing secrets, and changes no existing one.

Usage: python deploy/containers/set_up.py SECRETS BACKUPS OWNER

OWNER is the id of the user of the product's containers. This user gets the folder BACKUPS and the keys, which nobody
else can read. Every user can read the other files in SECRETS, because containers with other users mount single files of
it. But only the owner of the folder SECRETS can enter it.
"""

import json
import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path

from joserfc.jwk import ECKey


def create(folder: Path, owner: int) -> list[str]:
    """Create the missing secrets; returns the names of the created files."""
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    created: list[str] = []

    def create_if_missing(name: str, content: Callable[[], str], mode: int = 0o444) -> str:
        path = folder / name
        if not path.exists():
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as file:
                file.write(content())
            path.chmod(mode)
            created.append(name)
        return path.read_text(encoding="utf-8").strip()

    database, cache = create_if_missing("database-password", _password), create_if_missing("redis-password", _password)
    create_if_missing("database-url", lambda: f"postgresql://pulseboard:{database}@database/pulseboard")
    create_if_missing("redis-url", lambda: f"redis://:{cache}@redis:6379/0")
    create_if_missing("redis.conf", lambda: f"requirepass {cache}\n")
    access_key, secret_key = (
        create_if_missing("s3-access-key", _password),
        create_if_missing("s3-secret-key", _password),
    )
    create_if_missing("store.json", lambda: _store(access_key, secret_key))
    create_if_missing("secret-key", lambda: secrets.token_urlsafe(48))
    create_if_missing("email-url", lambda: "file:\n", 0o644)
    keys = folder / "keys"
    keys.mkdir(mode=0o700, exist_ok=True)
    for name in ("signing.jwk", "vapid.jwk"):
        create_if_missing(f"keys/{name}", _key, 0o600)
        os.chown(keys / name, owner, owner)
    os.chown(keys, owner, owner)
    return created


def _password() -> str:
    return secrets.token_hex(24)  # no character that a URL has to escape


def _key() -> str:
    return json.dumps(ECKey.generate_key("P-256", auto_kid=True).as_dict(private=True))


def _store(access_key: str, secret_key: str) -> str:
    identity = {
        "name": "pulseboard",
        "credentials": [{"accessKey": access_key, "secretKey": secret_key}],
        "actions": ["Admin", "Read", "Write", "List", "Tagging"],
    }
    return json.dumps({"identities": [identity]}, indent=2)


if __name__ == "__main__":
    target, backups, number = sys.argv[1:]
    names = create(Path(target), int(number))
    os.chown(backups, int(number), int(number))
    print(f"Created {', '.join(names)}." if names else "Every secret exists; nothing was changed.")
