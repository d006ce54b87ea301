"""Which pages may open a socket: ours, by the browser's own word (HE6)."""

from typing import Any

from django.conf import settings


def is_ours(scope: Any) -> bool:
    """Whether the connection comes from a page of this host; programs that are no browser send no Origin."""
    headers: dict[bytes, str] = {
        name: value.decode("latin1") for name, value in scope["headers"] if name in {b"origin", b"host"}
    }
    origin = headers.get(b"origin")
    if origin is None:
        return True
    site: str = settings.SITE_URL
    host = headers.get(b"host", "")
    return origin == site or (host != "" and origin.partition("://")[2] == host)
