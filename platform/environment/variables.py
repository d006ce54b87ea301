"""Parses and validates single environment variables; the error for a wrong value names the variable."""

import pwd
import re
import secrets
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from core.secret_files import read_or_create

# Scheme, host and port only, because it is used in a header (the CSP) and compared with browsers' Origin.
ADDRESS = re.compile(r"https?://(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:.]+\])(?::(?P<port>\d{1,5}))?")
POSTGRESQL = "postgresql://user:password@host/name"
PORTS = range(1, 65536)
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
NAME_MAX = 60
SECRET_MIN = 16
KEY_MIN, DISTINCT_CHARACTERS_MIN = 32, 10
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
MAILBOX = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
PHONE = re.compile(r"\+?[1-9][0-9]{1,14}")
CALLING_CODE = re.compile(r"[1-9][0-9]{0,6}")
CODE = re.compile(r"[0-9]{6}")
HEADER = re.compile(r"[A-Za-z0-9-]+")
SCRIPT = re.compile(ADDRESS.pattern + r"/[A-Za-z0-9._/-]*")


class BadSetting(Exception):
    """An environment variable has an unusable value."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")


def checked_key(name: str, key: str) -> str:
    """`key`, which signs and seals. Raises BadSetting, without the value, if the key can be guessed."""
    if len(key) < KEY_MIN or len(set(key)) < DISTINCT_CHARACTERS_MIN:
        raise BadSetting(name, f"at least {KEY_MIN} characters that nobody guesses; deploy/keys prints such a key")
    return key


def stored_key(path: Path) -> str:
    """The key in a file, which is created if missing. Raises BadSetting if an operator has written a weak key there."""
    return checked_key(str(path), read_or_create(path, lambda: secrets.token_urlsafe(48)))


class Reader:
    """Reads the variables of one environment; each method raises BadSetting."""

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
        url_match = ADDRESS.fullmatch(raw)
        if url_match is None or int(url_match["port"] or PORTS[0]) not in PORTS:
            raise BadSetting(name, f"an address like https://portal.example, not {raw!r}")
        return raw

    def script(self, name: str, default: str) -> str:
        """The URL of a file that pages load; its origin is used in a header."""
        raw = self.text(name, default)
        if SCRIPT.fullmatch(raw) is None:
            raise BadSetting(name, f"an address like https://js.example/v3/, not {raw!r}")
        return raw

    def service(self, name: str, schemes: set[str], example: str) -> str | None:
        """The URL of a server; it may contain a password, so the error does not repeat it."""
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
        """The URL of a mail server, or `file:`, which stores each email in DATA_DIR/mail.

        It may contain a password, so the error does not repeat it.
        """
        raw = self.text(name, "")
        example = "smtps://user:password@mail.example.com, or file:"
        url = raw if raw == "file:" else self.service(name, {"smtp", "smtps"}, example)
        if url and url != "file:" and not urlsplit(url).hostname:
            raise BadSetting(name, f"an address like {example}")
        return url

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
        urls = tuple(part.strip() for part in self.text(name, "").split(",") if part.strip())
        for pattern in urls:
            if "://" not in pattern or not pattern.isascii() or not pattern.isprintable() or " " in pattern:
                raise BadSetting(name, f"addresses like https://*.example.com/**, not {pattern!r}")
        return urls

    def codes(self, name: str) -> dict[str, str]:
        """Comma-separated pairs `number=code`, as a dict; the numbers are without `+`."""
        pairs = [part.strip().partition("=") for part in self.text(name, "").split(",") if part.strip()]
        for number, _, code in pairs:
            if PHONE.fullmatch(number) is None or CODE.fullmatch(code) is None:
                raise BadSetting(name, "a number and its code like +15550100=123456")
        return {number.removeprefix("+"): code for number, _, code in pairs}

    def calling_codes(self, name: str) -> tuple[str, ...]:
        """Comma-separated first digits of phone numbers, without `+`."""
        prefixes = tuple(part.strip() for part in self.text(name, "").split(",") if part.strip())
        for code in prefixes:
            if CALLING_CODE.fullmatch(code) is None:
                raise BadSetting(name, f"calling codes like 1,44,49, not {code!r}")
        return prefixes

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

    def key(self, name: str) -> str | None:
        """A key that signs and seals; the error does not repeat it."""
        raw = self.text(name, "")
        return checked_key(name, raw) if raw else None

    def networks(self, name: str) -> tuple[IPv4Network | IPv6Network, ...]:
        """Comma-separated networks in CIDR notation."""
        parts = [part.strip() for part in self.text(name, "").split(",") if part.strip()]
        try:
            return tuple(ip_network(part) for part in parts)
        except ValueError:
            raise BadSetting(name, "networks like 192.168.7.0/24") from None

    def user(self, name: str) -> str | None:
        raw = self.text(name, "")
        try:
            return pwd.getpwnam(raw).pw_name if raw else None
        except KeyError:
            raise BadSetting(name, f"a user of this machine, and there is none called {raw!r}") from None

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
