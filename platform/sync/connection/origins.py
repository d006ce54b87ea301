"""Which pages may open a socket: ours, by the browser's own word (HE6)."""

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings


def is_ours(scope: Any) -> bool:
    """Whether the connection comes from a page of this installation; programs that are no browser send no Origin."""
    headers: dict[bytes, str] = {
        name: value.decode("latin1") for name, value in scope["headers"] if name in {b"origin", b"host"}
    }
    origin = headers.get(b"origin")
    if origin is None or origin == settings.SITE_URL:
        return True
    # The same host as the one asked for is us only where nobody can make it so: a name may be made to lead here, from
    # a page of somebody else's, by whoever owns the name (DNS rebinding). An address, and localhost, belong to nobody.
    host = headers.get(b"host", "")
    return origin.partition("://")[2] == host and _is_nobodys(host)


def _is_nobodys(host: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if name != "localhost":
            ip_address(name)
    except ValueError:
        return False
    return True
