"""The environment, read once and typed; a wrong value is refused at start with the variable's name."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

# It stands in a header (the CSP) and in browsers' Origin: a plain scheme, host and port.
ADDRESS = re.compile(r"https?://(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:.]+\])(?::(?P<port>\d{1,5}))?")
POSTGRESQL = "postgresql://user:password@host/name"
PORTS = range(1, 65536)
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
NAME_MAX = 60
SECRET_MIN = 16
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
MAILBOX = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
HEADER = re.compile(r"[A-Za-z0-9-]+")


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
    auth_redirects: tuple[str, ...]
    auth_mail_cooldown_s: int
    auth_rate_limits: bool
    auth_secure_password_change: bool
    auth_current_password: bool
    auth_pwned_url: str | None
    trusted_address_header: str | None
    email_url: str | None
    mail_from: str
    mail_reply_to: str | None
    access_token_s: int
    sockets_per_person: int
    metrics_token: str | None
    metrics_dir: Path | None
    log_level: str


class _Reader:
    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env

    def text(self, name: str, default: str) -> str:
        return self._env.get(name, "").strip() or default

    def number(self, name: str, default: int, *, low: int, high: int) -> int:
        raw = self.text(name, str(default))
        if not raw.isascii() or not raw.isdecimal() or not low <= int(raw) <= high:
            raise BadSetting(name, f"a whole number from {low} to {high}, not {raw!r}")
        return int(raw)

    def switch(self, name: str, default: bool) -> bool:
        raw = self.text(name, "1" if default else "0").lower()
        if raw not in {"0", "1", "on", "off"}:
            raise BadSetting(name, f"0 or 1, not {raw!r}")
        return raw in {"1", "on"}

    def address(self, name: str, default: str) -> str:
        raw = self.text(name, default).rstrip("/")
        found = ADDRESS.fullmatch(raw)
        if found is None or int(found["port"] or PORTS[0]) not in PORTS:
            raise BadSetting(name, f"an address like https://portal.example, not {raw!r}")
        return raw

    def service(self, name: str, schemes: set[str], example: str) -> str | None:
        """The address of a server; it may hold a password, so the refusal does not repeat it."""
        raw = self.text(name, "")
        try:
            parts = urlsplit(raw)
            is_usable = parts.scheme in schemes and parts.port != 0
        except ValueError:
            is_usable = False
        if raw and not is_usable:
            raise BadSetting(name, f"an address like {example}")
        return raw or None

    def mail_server(self, name: str) -> str | None:
        """`file:` keeps each mail as a file in DATA_DIR/mail; the refusal does not repeat a password."""
        raw = self.text(name, "")
        example = "smtps://user:password@mail.example.com, or file:"
        found = raw if raw == "file:" else self.service(name, {"smtp", "smtps"}, example)
        if found and found != "file:" and not urlsplit(found).hostname:
            raise BadSetting(name, f"an address like {example}")
        return found

    def mailbox(self, name: str, default: str) -> str:
        raw = self.text(name, default)
        if raw and MAILBOX.fullmatch(raw) is None:
            raise BadSetting(name, f"an e-mail address, not {raw!r}")
        return raw

    def header(self, name: str) -> str | None:
        raw = self.text(name, "")
        if raw and HEADER.fullmatch(raw) is None:
            raise BadSetting(name, f"the name of a header like X-Real-IP, not {raw!r}")
        return raw or None

    def patterns(self, name: str) -> tuple[str, ...]:
        found = tuple(part.strip() for part in self.text(name, "").split(",") if part.strip())
        for pattern in found:
            if "://" not in pattern or not pattern.isascii() or not pattern.isprintable() or " " in pattern:
                raise BadSetting(name, f"addresses like https://*.example.com/**, not {pattern!r}")
        return found

    def zone(self, name: str, default: str) -> str:
        raw = self.text(name, default)
        try:
            return ZoneInfo(raw).key
        except (KeyError, ValueError, OSError):
            raise BadSetting(name, f"a time zone like Europe/Berlin, not {raw!r}") from None

    def title(self, name: str, default: str) -> str:
        raw = self.text(name, default)
        if not raw.isprintable() or len(raw) > NAME_MAX:
            raise BadSetting(name, f"at most {NAME_MAX} printable characters")
        return raw

    def secret(self, name: str) -> str | None:
        raw = self.text(name, "")
        if raw and (len(raw) < SECRET_MIN or not raw.isascii() or not raw.isprintable()):
            raise BadSetting(name, f"at least {SECRET_MIN} characters that nobody guesses")
        return raw or None

    def folder(self, name: str) -> Path | None:
        raw = self.text(name, "")
        return Path(raw).absolute() if raw else None

    def choice(self, name: str, default: str, among: tuple[str, ...]) -> str:
        raw = self.text(name, default).upper()
        if raw not in among:
            raise BadSetting(name, f"one of {', '.join(among)}, not {raw!r}")
        return raw

    def file(self, name: str) -> Path | None:
        raw = self.text(name, "")
        if raw and not Path(raw).is_file():
            raise BadSetting(name, f"a file, and there is none at {raw!r}")
        return Path(raw).absolute() if raw else None


def read_environment(env: Mapping[str, str], root: Path) -> Environment:
    """Parse `env`. Raises BadSetting with the name of the first wrong variable."""
    reader = _Reader(env)
    port = reader.number("PORT", 8000, low=PORTS[0], high=PORTS[-1])
    demo = reader.switch("DEMO", False)
    database_url = reader.service("DATABASE_URL", {"postgres", "postgresql"}, POSTGRESQL)
    if database_url and not urlsplit(database_url).path.strip("/"):
        raise BadSetting("DATABASE_URL", f"an address like {POSTGRESQL}")
    redis_url = reader.service("REDIS_URL", {"redis", "rediss", "unix"}, "redis://host:6379/0")
    if redis_url and not database_url:
        raise BadSetting("DATABASE_URL", "processes that share Redis share a PostgreSQL too")
    jwk_file = reader.file("AUTH_SIGNING_JWK_FILE")
    secret_key = reader.text("SECRET_KEY", "") or None
    site_url = reader.address("SITE_URL", f"http://localhost:{port}")
    autoconfirm = reader.switch("AUTH_AUTOCONFIRM", demo)
    if autoconfirm and not demo and urlsplit(site_url).hostname not in THIS_MACHINE:
        # Whoever claims the address of a client, or of the admin to be, would be that person.
        raise BadSetting("AUTH_AUTOCONFIRM", f"addresses are believed at {', '.join(THIS_MACHINE)} alone")
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
        site_url=site_url,
        product_name=reader.title("PRODUCT_NAME", "Pulseboard"),
        time_zone=reader.zone("TIME_ZONE", "UTC"),
        auth_autoconfirm=autoconfirm,
        auth_reuse_interval_s=reader.number("AUTH_REUSE_INTERVAL_S", 10, low=0, high=3600),
        auth_signing_jwk_file=jwk_file,
        auth_redirects=reader.patterns("AUTH_REDIRECTS"),
        auth_mail_cooldown_s=reader.number("AUTH_MAIL_COOLDOWN_S", 60, low=0, high=3600),
        auth_rate_limits=reader.switch("AUTH_RATE_LIMITS", True),
        auth_secure_password_change=reader.switch("AUTH_SECURE_PASSWORD_CHANGE", False),
        auth_current_password=reader.switch("AUTH_CURRENT_PASSWORD", False),
        auth_pwned_url=reader.address("AUTH_PWNED_URL", "") if reader.text("AUTH_PWNED_URL", "") else None,
        trusted_address_header=reader.header("TRUSTED_ADDRESS_HEADER"),
        email_url=reader.mail_server("EMAIL_URL"),
        mail_from=reader.mailbox("MAIL_FROM", _own_mailbox(urlsplit(site_url))),
        mail_reply_to=reader.mailbox("MAIL_REPLY_TO", "") or None,
        access_token_s=reader.number("ACCESS_TOKEN_S", 3600, low=5, high=86400),
        sockets_per_person=reader.number("SOCKETS_PER_PERSON", 50, low=1, high=1_000_000),
        metrics_token=reader.secret("METRICS_TOKEN"),
        metrics_dir=reader.folder("METRICS_DIR"),
        log_level=reader.choice("LOG_LEVEL", "WARNING", LEVELS),
    )


def _own_mailbox(site: SplitResult) -> str:
    host = site.hostname or ""
    return "no-reply@localhost" if ":" in host else f"no-reply@{host}"


def make_folder(name: str, path: Path) -> Path:
    """`path`, there and writable from now on; a new one is its owner's alone. Raises BadSetting with the name."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as refused:
        raise BadSetting(name, f"{path} cannot be made: {refused.strerror}") from refused
    if not os.access(path, os.W_OK | os.X_OK):
        raise BadSetting(name, f"{path} cannot be written to")
    return path
