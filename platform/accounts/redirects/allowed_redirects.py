"""The redirect allow-list: the site itself, and the patterns of the settings."""

import re
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlencode, urlsplit

from django.conf import settings

LENGTH_MAX = 1000
# Printable ASCII without blanks, quotes, and the backslash, which browsers treat as a slash.
CHARACTERS = re.compile(r"[!#-;=?-\[\]_a-z~]+")
WEB_PORTS = {"http": 80, "https": 443}
FORBIDDEN_SCHEMES = frozenset({"about", "blob", "data", "file", "javascript", "vbscript", "view-source"})
HOST = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)*")
# Browsers read these as IPv4 addresses: 2130706433, 127.1, 0x7f.1.
NUMERIC = re.compile(r"(?:.*\.)?(?:\d+|0x[0-9a-f]*)")
GLOB = re.compile(r"\*\*|\*|\?|[^*?]+")
GLOB_REGEXES = {"**": ".*", "*": "[^./]*", "?": "[^./]"}


def first_allowed(*candidates: str) -> str:
    """The first allowed candidate, or the site's own URL."""
    for target in candidates:
        if target and is_allowed(target, settings.SITE_URL, settings.AUTH_REDIRECTS):
            return target
    site: str = settings.SITE_URL
    return site


def is_allowed(target: str, site: str, patterns: tuple[str, ...]) -> bool:
    """Whether `target` is a URL of the site, or matches a pattern."""
    if len(target) > LENGTH_MAX or CHARACTERS.fullmatch(target) is None:
        return False
    try:
        parts, site_parts = urlsplit(target), urlsplit(site)
        port = parts.port
    except ValueError:
        return False
    if not parts.scheme or parts.scheme in FORBIDDEN_SCHEMES:
        return False
    if parts.scheme in WEB_PORTS:
        if not _is_allowed_host(parts):
            return False
        if (parts.scheme, parts.hostname) == (site_parts.scheme, site_parts.hostname):
            default = WEB_PORTS[parts.scheme]
            if _is_loopback(parts.hostname or "") or (port or default) == (site_parts.port or default):
                return True
    return any(_matches(target, parts, pattern) for pattern in patterns)


def with_query(target: str, params: dict[str, str]) -> str:
    """`target` with `params` added to its query, and without a fragment."""
    parts = urlsplit(target)
    query = "&".join(filter(None, (parts.query, urlencode(params))))
    return parts._replace(query=query, fragment="").geturl()


def with_fragment(target: str, params: dict[str, str]) -> str:
    """`target` with `params` as its fragment. Clients recognize such a fragment by `sb=`."""
    whole = urlencode(sorted({**params, "sb": ""}.items()))
    return f"{urlsplit(target)._replace(fragment='').geturl()}#{whole}"


def source(target: str) -> str:
    """The CSP source of an allowed `target`: its origin, or its scheme if a policy cannot name its origin."""
    parts = urlsplit(target)
    if parts.scheme not in WEB_PORTS or ":" in (parts.hostname or ""):
        return f"{parts.scheme}:"
    return f"{parts.scheme}://{parts.netloc}"


def _is_allowed_host(parts: SplitResult) -> bool:
    host = parts.hostname or ""
    if "@" in parts.netloc or not host:
        return False
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return HOST.fullmatch(host) is not None and NUMERIC.fullmatch(host) is None


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _matches(target: str, parts: SplitResult, pattern: str) -> bool:
    """Whether `target` without its fragment matches `pattern`, and its host matches the pattern's host part.

    The second match prevents a wildcard of the path from matching a part of the host.
    """
    host = pattern.partition("://")[2].partition("/")[0]
    whole = target.partition("#")[0]
    return bool(_glob(pattern).fullmatch(whole) and _glob(host).fullmatch(parts.netloc))


@lru_cache(maxsize=256)
def _glob(pattern: str) -> re.Pattern[str]:
    return re.compile("".join(GLOB_REGEXES.get(part) or re.escape(part) for part in GLOB.findall(pattern)))
