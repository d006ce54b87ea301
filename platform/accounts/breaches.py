"""Asks a service that collects breached passwords, without telling it which one is meant.

It gets the first five digits of the password's SHA-1 and answers with the rest of all that begin so.
"""

import logging
from hashlib import sha1

import httpx

WITHIN_S = 2.0
AGENT = {"User-Agent": "pulseboard", "Add-Padding": "true"}

log = logging.getLogger(__name__)


async def knows(password: str, service: str) -> bool:
    """Whether `password` is known from a breach. False if the service does not answer: it must not keep people out."""
    digest = sha1(password.encode(), usedforsecurity=False).hexdigest().upper()
    try:
        async with httpx.AsyncClient(timeout=WITHIN_S, headers=AGENT) as client:
            reply = await client.get(f"{service}/range/{digest[:5]}")
            reply.raise_for_status()
    except httpx.HTTPError as trouble:
        log.warning("passwords are not looked up: %s", type(trouble).__name__)
        return False
    lines = (line.strip().partition(":") for line in reply.text.splitlines())
    return any(rest == digest[5:] and count != "0" for rest, _, count in lines)
