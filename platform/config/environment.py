"""The environment, read once and typed; a wrong value is refused at start with the variable's name."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit


class BadSetting(Exception):
    """A variable of the environment has a value that cannot be used."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")


@dataclass(frozen=True)
class Environment:
    """Where the product runs and whether it is real; times in seconds."""

    root: Path
    data_dir: Path
    port: int
    demo: bool
    database_url: str | None
    redis_url: str | None
    secret_key: str | None
    site_url: str
    product_name: str
    time_zone: str
    auth_autoconfirm: bool
    auth_reuse_interval_s: int
    auth_signing_jwk_file: Path | None
    access_token_s: int

    @property
    def distributed(self) -> bool:
        """Whether other machines may run the same installation: then nothing of it may live in this one's files."""
        return self.database_url is not None or self.redis_url is not None


class _Reader:
    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env

    def text(self, name: str, default: str) -> str:
        return self._env.get(name, "").strip() or default

    def number(self, name: str, default: int, *, low: int, high: int) -> int:
        raw = self.text(name, str(default))
        if not raw.isdecimal() or not low <= int(raw) <= high:
            raise BadSetting(name, f"a whole number from {low} to {high}, not {raw!r}")
        return int(raw)

    def switch(self, name: str, default: bool) -> bool:
        raw = self.text(name, "1" if default else "0").lower()
        if raw not in {"0", "1", "on", "off"}:
            raise BadSetting(name, f"0 or 1, not {raw!r}")
        return raw in {"1", "on"}

    def address(self, name: str, default: str) -> str:
        raw = self.text(name, default).rstrip("/")
        parts = urlsplit(raw)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path or parts.query:
            raise BadSetting(name, f"an address like https://portal.example, not {raw!r}")
        return raw


def read_environment(env: Mapping[str, str], root: Path) -> Environment:
    """Parse `env`. Raises BadSetting with the name of the first wrong variable."""
    reader = _Reader(env)
    port = reader.number("PORT", 8000, low=1, high=65535)
    demo = reader.switch("DEMO", False)
    database_url = reader.text("DATABASE_URL", "") or None
    if database_url and urlsplit(database_url).scheme not in {"postgres", "postgresql"}:
        raise BadSetting("DATABASE_URL", "an address like postgresql://user:password@host/name")
    redis_url = reader.text("REDIS_URL", "") or None
    if redis_url and urlsplit(redis_url).scheme not in {"redis", "rediss", "unix"}:
        raise BadSetting("REDIS_URL", "an address like redis://host:6379/0")
    if redis_url and not database_url:
        raise BadSetting("DATABASE_URL", "processes that share Redis share a PostgreSQL too")
    jwk_file = reader.text("AUTH_SIGNING_JWK_FILE", "")
    secret_key = reader.text("SECRET_KEY", "") or None
    for name, value in (("SECRET_KEY", secret_key), ("AUTH_SIGNING_JWK_FILE", jwk_file)):
        if database_url and not value:
            raise BadSetting(name, "keys come from the environment when the database is shared")
    return Environment(
        root=root,
        data_dir=Path(reader.text("DATA_DIR", str(root / "data"))).absolute(),
        port=port,
        demo=demo,
        database_url=database_url,
        redis_url=redis_url,
        secret_key=secret_key,
        site_url=reader.address("SITE_URL", f"http://localhost:{port}"),
        product_name=reader.text("PRODUCT_NAME", "Pulseboard"),
        time_zone=reader.text("TIME_ZONE", "UTC"),
        auth_autoconfirm=reader.switch("AUTH_AUTOCONFIRM", demo),
        auth_reuse_interval_s=reader.number("AUTH_REUSE_INTERVAL_S", 10, low=0, high=3600),
        auth_signing_jwk_file=Path(jwk_file) if jwk_file else None,
        access_token_s=reader.number("ACCESS_TOKEN_S", 3600, low=5, high=86400),
    )
