"""Normalises the website address that a user types. Pure."""

import ipaddress
import re
from collections.abc import Sequence
from urllib.parse import quote, urlsplit

from clients.errors import BadWebsite
from core.forward_proxy import Network, may_reach

MAX_LENGTH = 2000
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?")
TOP = re.compile(r"[a-z](?:[a-z0-9-]*[a-z0-9])?")
# Top-level names that are valid only inside one network: RFC 6761, 6762 and 8375, and names that ICANN reserves.
LOCAL = frozenset({"localhost", "local", "internal", "arpa", "invalid", "onion", "lan", "home", "corp", "intranet"})
# Networks without public addresses, for the hint beside the field in the browser (`config/typescript.py` exports them).
# The server decides with `may_reach`.
NETWORKS = (
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.2.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/3",
    "::/127",
    "100::/64",
    "2001:db8::/32",
    "3fff::/20",
    "5f00::/16",
    "64:ff9b:1::/48",
    "fc00::/7",
    "fe80::/9",
    "ff00::/8",
)
# The characters that a browser does not percent-encode.
IN_PATH, IN_QUERY = "/%:@!$&'()*+,;=~-._|[]", "/%:@!$&()*+,;=~-._?|[]{}"


def normalise(typed: str, allowed: Sequence[Network] = ()) -> str:
    """A website's URL in the form that a browser uses, without a fragment: `https://example.com/` for `example.com`.

    Raises BadWebsite if `typed` is not a website's address, or is an address in a private network that is not in
    `allowed`. If `allowed` is not empty, names of private networks are accepted too.

    pwa/src/features/performance/website.ts shows the same URL before the user saves it, and uses this module's tables.
    """
    text = typed.strip()
    if not SCHEME.match(text):
        text = f"https://{text}"
    if len(text) > MAX_LENGTH or any(not char.isprintable() for char in text):
        raise BadWebsite
    try:
        parts = urlsplit(text)
        host, port = _host(parts.hostname or "", allowed), parts.port
    except ValueError:
        raise BadWebsite from None
    if parts.scheme not in {"http", "https"} or parts.username is not None or parts.password is not None:
        raise BadWebsite
    is_default_port = port in {None, 80 if parts.scheme == "http" else 443}
    authority = host if is_default_port else f"{host}:{port}"
    query = f"?{quote(parts.query, safe=IN_QUERY)}" if parts.query else ""
    url = f"{parts.scheme}://{authority}{quote(parts.path, safe=IN_PATH) or '/'}{query}"
    if len(url) > MAX_LENGTH:
        raise BadWebsite
    return url


def _host(name: str, allowed: Sequence[Network]) -> str:
    """`name` as a host name in lower-case ASCII, or as a public IP address. Raises ValueError."""
    if ":" in name:
        return f"[{_reachable_address(ipaddress.IPv6Address(name), allowed)}]"
    ascii_name = name if name.isascii() else name.encode("idna").decode()
    labels = ascii_name.lower().removesuffix(".").split(".")
    if (
        not ascii_name
        or len(ascii_name) > 253
        or not all(LABEL.fullmatch(label) and len(label) <= 63 for label in labels)
    ):
        raise ValueError(name)
    if labels[-1].isdigit():
        return _reachable_address(ipaddress.IPv4Address(".".join(labels)), allowed)
    if not TOP.fullmatch(labels[-1]) or ((len(labels) == 1 or labels[-1] in LOCAL) and not allowed):
        raise ValueError(name)
    return ".".join(labels)


def _reachable_address(address: ipaddress.IPv4Address | ipaddress.IPv6Address, allowed: Sequence[Network]) -> str:
    """The address as text. Raises ValueError if it is neither public nor in `allowed`."""
    if not may_reach(address, allowed):
        raise ValueError(str(address))
    return address.compressed
