"""Codes and links of mails as text: how they are made, and what the database keeps of them."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from uuid import UUID

from django.utils.crypto import salted_hmac

from core.encryption import secret_keys

GOOD_FOR = timedelta(hours=1)
PRESSED_AGAIN = timedelta(seconds=30)  # so long a second press gets what the first one did
CODES = 10  # of sign-ups with one address, and of changes to one, that are good at a time
COMPARED = 2  # of them with one guess, beside the newest that the guesser's verifier proves
GUESSES = 5  # wrong ones end a code: a million codes, five tries
PKCE = "pkce_"


def fresh_code() -> str:
    return f"{secrets.randbelow(10**6):06d}"


def fresh_link(*, pkce: bool) -> str:
    """A token of 256 bits, marked if its link ends in a browser that began a flow. Hex, so that no part looks like a code."""
    return (PKCE if pkce else "") + secrets.token_hex(32)


def is_pkce(link: str) -> bool:
    return link.startswith(PKCE)


def link_digest(link: str) -> str:
    """It is random, so a plain hash is enough."""
    return sha256(link.encode()).hexdigest()


def code_of_link(link: str) -> str:
    """The code that opening this link of a flow gives: it follows from the link, and the link not from it."""
    return str(UUID(bytes=sha256(f"code of {link}".encode()).digest()[:16], version=4))


def refresh_tokens_of_link(link: str) -> list[str]:
    """The first refresh token of the session that a press gives, by each of the server's keys, the present one first.

    It follows from the link, so that a second press finds the session of the first. Only the server can make it: the
    link stays in the mail.
    """
    made = (salted_hmac("accounts.press", link, key, algorithm="sha256") for key in secret_keys())
    return [urlsafe_b64encode(one.digest()).rstrip(b"=").decode() for one in made]


def code_digest(*, user_id: UUID, slot: str, code: str) -> str:
    """A code is one of a million: without the server's key its digest tells nothing."""
    return _code_digests(user_id, slot, code)[0]


def is_code(digest: str, *, user_id: UUID, slot: str, code: str) -> bool:
    made = _code_digests(user_id, slot, code)
    return any(hmac.compare_digest(one, digest) for one in made)


def _code_digests(user_id: UUID, slot: str, code: str) -> list[str]:
    """By each of the server's keys, the present one first."""
    text = f"{user_id}:{slot}:{code}"
    made = (salted_hmac("accounts.one_time", text, key, algorithm="sha256") for key in secret_keys())
    return [one.hexdigest() for one in made]
