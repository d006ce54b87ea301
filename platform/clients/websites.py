"""What people type for the address of their website, as the one address it means. Pure."""

import ipaddress
import re
from urllib.parse import quote, urlsplit

from clients.errors import BadWebsite

MOST = 2000
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?")
# What a browser leaves as it is.
IN_PATH, IN_QUERY = "/%:@!$&'()*+,;=~-._|[]", "/%:@!$&()*+,;=~-._?|[]{}"


def normalised(typed: str) -> str:
    """`example.com` as `https://example.com/`, as a browser writes it, without a fragment. Raises BadWebsite.

    pwa/src/features/performance/website.ts shows the same before it is saved.
    """
    text = typed.strip()
    if not SCHEME.match(text):
        text = f"https://{text}"
    if len(text) > MOST or any(not sign.isprintable() for sign in text):
        raise BadWebsite
    try:
        parts = urlsplit(text)
        host, port = _host(parts.hostname or ""), parts.port
    except ValueError:
        raise BadWebsite from None
    if parts.scheme not in {"http", "https"} or parts.username is not None or parts.password is not None:
        raise BadWebsite
    is_usual = port in {None, 80 if parts.scheme == "http" else 443}
    place = host if is_usual else f"{host}:{port}"
    query = f"?{quote(parts.query, safe=IN_QUERY)}" if parts.query else ""
    found = f"{parts.scheme}://{place}{quote(parts.path, safe=IN_PATH) or '/'}{query}"
    if len(found) > MOST:
        raise BadWebsite
    return found


def _host(name: str) -> str:
    """The name in the letters that addresses are made of. Raises ValueError."""
    if ":" in name:
        return f"[{ipaddress.IPv6Address(name).compressed}]"
    plain = name if name.isascii() else name.encode("idna").decode()
    labels = plain.lower().removesuffix(".").split(".")
    if not plain or len(plain) > 253 or not all(LABEL.fullmatch(label) and len(label) <= 63 for label in labels):
        raise ValueError(name)
    if labels[-1].isdigit():
        return str(ipaddress.IPv4Address(".".join(labels)))
    return ".".join(labels)
