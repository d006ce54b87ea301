"""The limits at the doors: how often one address may knock, and one account be asked for."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

from accounts import bodies, limits, services
from accounts.errors import TooManyMails, TooManyRequests
from accounts.limits import Limit
from sync.seam import write

V6_HOME = 64  # whoever has one address of version 6 has so many bits of them


async def pass_through(
    request: HttpRequest, door: str, limit: Limit = limits.DOOR, *, mailbox: str = "", account: str = ""
) -> None:
    """Count one request at a door: for its address, for a `mailbox` that may get a mail, for an `account` whose
    password is tried. Whether anybody has that mailbox or account plays no part.

    Raises TooManyRequests, TooManyMails.
    """
    buckets = [(limits.key_of(door, _home(bodies.address(request))), limit)]
    if mailbox:
        buckets.append((limits.key_of(limits.MAIL, mailbox), limits.MAILS))
    if account:
        buckets.append((limits.key_of(limits.PASSWORD, account), limits.GUESSES))
    await _take(buckets)


async def _take(buckets: list[tuple[str, Limit]]) -> None:
    if not settings.AUTH_RATE_LIMITS:
        return
    empty = await write(services.take, buckets=buckets)
    if empty is not None:
        raise TooManyMails if empty.startswith(f"{limits.MAIL}:") else TooManyRequests


def _home(address: str | None) -> str:
    """All addresses that one connection to the internet has."""
    known = ip_address(address) if address else None
    if isinstance(known, IPv6Address):
        return str(ip_network((known, V6_HOME), strict=False))
    return str(known)
