"""Checks which pages may open a socket: only those whose `Origin` is our own (HE6)."""

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings


def is_own_origin(scope: Any) -> bool:
    """Whether the connection comes from a page of this installation, or from a program, which sends no Origin."""
    headers: dict[bytes, str] = {
        name: value.decode("latin1") for name, value in scope["headers"] if name in {b"origin", b"host"}
    }
    origin = headers.get(b"origin")
    if origin is None or origin == settings.SITE_URL:
        return True
    # An Origin that equals the Host proves nothing if the host is a name: the owner of a domain can point a
    # name to this server and open a socket from their own page (DNS rebinding). An IP address or localhost has no such owner.
    host = headers.get(b"host", "")
    return origin.partition("://")[2] == host and _is_ip_or_localhost(host)


def _is_ip_or_localhost(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if name != "localhost":
            ip_address(name)
    except ValueError:
        return False
    return True
