"""The server's own cookies. No script reads them, and with TLS no other host of the domain can set them.

With TLS their names begin with `__Host-`: browsers accept such a cookie only from this host, with Secure and for every
path, so a page of a sibling host cannot plant one. Without TLS, as in the demo, the names have no prefix.
"""

from collections.abc import Mapping
from typing import Literal

from django.conf import settings
from django.http import HttpResponseBase

SameSite = Literal["Strict", "Lax"]
PREFIX = "__Host-"


def read(cookies: Mapping[str, str], name: str) -> str:
    """The value of the cookie in a request's cookies, or ""."""
    return cookies.get(_full_name(name), "")


def store(response: HttpResponseBase, name: str, value: str, *, max_age_s: int, samesite: SameSite) -> None:
    response.set_cookie(_full_name(name), value, max_age=max_age_s, secure=_has_tls(), httponly=True, samesite=samesite)


def delete(response: HttpResponseBase, name: str, *, samesite: SameSite) -> None:
    response.delete_cookie(_full_name(name), samesite=samesite)


def _full_name(name: str) -> str:
    return f"{PREFIX}{name}" if _has_tls() else name


def _has_tls() -> bool:
    return bool(settings.SITE_URL.startswith("https:"))
