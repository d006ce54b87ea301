"""Parsers of settings' values. Each gets the variable's name and its text; the error for a wrong value has the name."""

import pwd
import re
import secrets
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from core.secret_files import read_or_create
from environment.setting import BadSetting

T = TypeVar("T")
# Scheme, host and port only, because it is used in a header (the CSP) and compared with browsers' Origin.
ADDRESS = re.compile(r"https?://(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*|\[[0-9A-Fa-f:.]+\])(?::(?P<port>\d{1,5}))?")
PORTS = range(1, 65536)
NAME_MAX = 60
SECRET_MIN = 16
KEY_MIN, DISTINCT_CHARACTERS_MIN = 32, 10
PRICE_MAX = 10_000
MAILBOX = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
PHONE = re.compile(r"\+?[1-9][0-9]{1,14}")
CALLING_CODE = re.compile(r"[1-9][0-9]{0,6}")
CODE = re.compile(r"[0-9]{6}")
ESCAPED = "in whose password #, / and ? are written as %23, %2F and %3F"
HEADER = re.compile(r"[A-Za-z0-9-]+")
SCRIPT = re.compile(ADDRESS.pattern + r"/[A-Za-z0-9._/-]*")


def checked_key(name: str, key: str) -> str:
    """Return `key`, which signs and encrypts. Raises BadSetting, whose text omits the key, if it can be guessed."""
    if len(key) < KEY_MIN or len(set(key)) < DISTINCT_CHARACTERS_MIN:
        raise BadSetting(name, f"at least {KEY_MIN} characters that nobody guesses; deploy/keys prints such a key")
    return key


def stored_key(path: Path) -> str:
    """The key in a file, which is created if missing. Raises BadSetting if an operator has written a weak key there."""
    return checked_key(str(path), read_or_create(path, lambda: secrets.token_urlsafe(48)))


def optional(parse: Callable[[str, str], T]) -> Callable[[str, str], T | None]:
    """A parser whose result is None for an empty text."""
    return lambda name, raw: parse(name, raw) if raw else None


def text(_name: str, raw: str) -> str:
    return raw


def number(low: int, high: int) -> Callable[[str, str], int]:
    def parse(name: str, raw: str) -> int:
        if not raw.isascii() or not raw.isdecimal() or not low <= int(raw) <= high:
            raise BadSetting(name, f"a whole number from {low} to {high}, not {raw!r}")
        return int(raw)

    return parse


def switch(name: str, raw: str) -> bool:
    if raw.lower() not in {"0", "1", "on", "off"}:
        raise BadSetting(name, f"0 or 1, not {raw.lower()!r}")
    return raw.lower() in {"1", "on"}


def dollars(name: str, raw: str) -> float:
    try:
        amount = float(raw)
    except ValueError:
        amount = -1.0
    if not 0 <= amount <= PRICE_MAX:
        raise BadSetting(name, f"dollars for a million tokens, not {raw!r}")
    return amount


def address(name: str, raw: str) -> str:
    raw = raw.rstrip("/")
    url_match = ADDRESS.fullmatch(raw)
    if url_match is None or int(url_match["port"] or PORTS[0]) not in PORTS:
        raise BadSetting(name, f"an address like https://portal.example, not {raw!r}")
    return raw


def script(name: str, raw: str) -> str:
    """The URL of a file that pages load; its origin is used in a header."""
    if SCRIPT.fullmatch(raw) is None:
        raise BadSetting(name, f"an address like https://js.example/v3/, not {raw!r}")
    return raw


def service(schemes: set[str], example: str) -> Callable[[str, str], str]:
    """The URL of a server; it may contain a password, so the error does not repeat it."""

    def parse(name: str, raw: str) -> str:
        try:
            parts = urlsplit(raw)
            is_usable = parts.scheme in schemes and parts.port != 0
        except ValueError:
            is_usable = False
        if not is_usable:
            raise BadSetting(name, f"an address like {example}")
        if parts.fragment or "@" in parts.path + parts.query:
            # The password is not escaped, so a part of it would count as a host or a path, and would appear in logs.
            raise BadSetting(name, f"an address like {example}, {ESCAPED}")
        return raw

    return parse


def mail_server(name: str, raw: str) -> str:
    """The URL of a mail server, or `file:`, which stores each email in DATA_DIR/mail.

    It may contain a password, so the error does not repeat it.
    """
    example = "smtps://user:password@mail.example.com, or file:"
    url = raw if raw == "file:" else service({"smtp", "smtps"}, example)(name, raw)
    if url != "file:" and not urlsplit(url).hostname:
        raise BadSetting(name, f"an address like {example}")
    return url


def mailbox(name: str, raw: str) -> str:
    if MAILBOX.fullmatch(raw) is None:
        raise BadSetting(name, f"an email address, not {raw!r}")
    return raw


def header(name: str, raw: str) -> str:
    if HEADER.fullmatch(raw) is None:
        raise BadSetting(name, f"the name of a header like X-Real-IP, not {raw!r}")
    return raw


def parts_of(raw: str) -> tuple[str, ...]:
    """The stripped parts of a comma-separated list, without empty ones."""
    return tuple(part.strip() for part in raw.split(",") if part.strip())


def patterns(name: str, raw: str) -> tuple[str, ...]:
    for pattern in parts_of(raw):
        if "://" not in pattern or not pattern.isascii() or not pattern.isprintable() or " " in pattern:
            raise BadSetting(name, f"addresses like https://*.example.com/**, not {pattern!r}")
    return parts_of(raw)


def codes(name: str, raw: str) -> dict[str, str]:
    """Comma-separated pairs `number=code`, as a dict; the numbers are without `+`."""
    pairs = [part.partition("=") for part in parts_of(raw)]
    for phone, _, code in pairs:
        if PHONE.fullmatch(phone) is None or CODE.fullmatch(code) is None:
            raise BadSetting(name, "a number and its code like +15550100=123456")
    return {phone.removeprefix("+"): code for phone, _, code in pairs}


def calling_codes(name: str, raw: str) -> tuple[str, ...]:
    """Comma-separated first digits of phone numbers, without `+`."""
    for code in parts_of(raw):
        if CALLING_CODE.fullmatch(code) is None:
            raise BadSetting(name, f"calling codes like 1,44,49, not {code!r}")
    return parts_of(raw)


def zone(name: str, raw: str) -> str:
    try:
        return ZoneInfo(raw).key
    except (KeyError, ValueError, OSError):
        raise BadSetting(name, f"a time zone like Europe/Berlin, not {raw!r}") from None


def title(name: str, raw: str) -> str:
    if not raw.isprintable() or len(raw) > NAME_MAX:
        raise BadSetting(name, f"at most {NAME_MAX} printable characters")
    return raw


def secret(name: str, raw: str) -> str:
    if len(raw) < SECRET_MIN or not raw.isascii() or not raw.isprintable():
        raise BadSetting(name, f"at least {SECRET_MIN} characters that nobody guesses")
    return raw


def networks(name: str, raw: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Comma-separated networks in CIDR notation."""
    try:
        return tuple(ip_network(part) for part in parts_of(raw))
    except ValueError:
        raise BadSetting(name, "networks like 192.168.7.0/24") from None


def user(name: str, raw: str) -> str:
    try:
        return pwd.getpwnam(raw).pw_name
    except KeyError:
        raise BadSetting(name, f"a user of this machine, and there is none called {raw!r}") from None


def folder(_name: str, raw: str) -> Path:
    return Path(raw).absolute()


def choice(among: tuple[str, ...]) -> Callable[[str, str], str]:
    def parse(name: str, raw: str) -> str:
        if raw.upper() not in among:
            raise BadSetting(name, f"one of {', '.join(among)}, not {raw.upper()!r}")
        return raw.upper()

    return parse


def file(name: str, raw: str) -> Path:
    if not Path(raw).is_file():
        raise BadSetting(name, f"a file, and there is none at {raw!r}")
    return Path(raw).absolute()
