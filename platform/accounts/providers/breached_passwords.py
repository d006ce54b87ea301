"""Looks a password up in lists of known passwords: one on this machine, and a service that collects breached ones.

The service, which AUTH_PWNED_URL names, receives the first five hex digits of the password's SHA-1 and returns the rest
of every match.
"""

import logging
from hashlib import sha1

import httpx
from django.conf import settings

from accounts.credentials import guessable_passwords, passwords
from accounts.errors import BreachedPassword, WeakPassword
from core import http_client

TIMEOUT_S = 2.0
BODY_MAX = 1024 * 1024
AGENT = {"User-Agent": "pulseboard", "Add-Padding": "true"}

log = logging.getLogger(__name__)


async def check_not_breached(password: str) -> None:
    """Raises BreachedPassword for a password that is easy to guess, or that AUTH_PWNED_URL knows from a breach."""
    guessable_passwords.check_not_guessable(password)
    if settings.AUTH_PWNED_URL and await _is_breached(password, settings.AUTH_PWNED_URL):
        raise BreachedPassword


async def weakness(password: str) -> WeakPassword | None:
    """The error that this password would raise if it were a new one, or None. For a password that is in use already."""
    if passwords.is_short(password):
        return WeakPassword(passwords.TOO_SHORT)
    try:
        await check_not_breached(password)
    except BreachedPassword as error:
        return error
    return None


async def _is_breached(password: str, service: str) -> bool:
    """Whether `password` is known from a breach.

    False if the service does not respond, because its outage must not keep users out.
    """
    digest = sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
    try:
        url = f"{service}/range/{digest[:5]}"
        reply = await http_client.send_request("GET", url, timeout_s=TIMEOUT_S, max_bytes=BODY_MAX, headers=AGENT)
        reply.raise_for_status()
    except (httpx.HTTPError, http_client.ResponseTooLarge) as error:
        log.warning("passwords are not checked against breaches: %s", type(error).__name__)
        return False
    lines = (line.strip().partition(":") for line in reply.text.splitlines())
    return any(rest == digest[5:] and count != "0" for rest, _, count in lines)
