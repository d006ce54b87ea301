"""Creates the codes and links of mails, and computes the digests that the database stores."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from datetime import timedelta
from hashlib import sha256
from uuid import UUID

from django.utils.crypto import salted_hmac

from core.encryption import secret_keys

LIFETIME = timedelta(hours=1)
REPEAT_WINDOW = timedelta(seconds=30)  # within this time, a second press gets the result of the first
CODES_MAX = 10  # how many codes are valid at a time: of sign-ups with one address, and of changes to one address
COMPARED_MAX = 2  # how many of them one guess is compared with, besides the newest that the caller's browser requested
WRONG_GUESSES_MAX = 5  # wrong guesses after which a code is invalid; there are a million codes
PKCE_PREFIX = "pkce_"


def fresh_code() -> str:
    return f"{secrets.randbelow(10**6):06d}"


def fresh_link(*, pkce: bool) -> str:
    """A random token of 256 bits, with the prefix `pkce_` if it belongs to a flow of a browser.

    It is hex, because in base64 six digits between two `-` would look like a code.
    """
    return (PKCE_PREFIX if pkce else "") + secrets.token_hex(32)


def is_pkce(link: str) -> bool:
    return link.startswith(PKCE_PREFIX)


def link_digest(link: str) -> str:
    """The SHA-256 of a link's token. The token is random, so no key is needed."""
    return sha256(link.encode()).hexdigest()


def code_of_link(link: str) -> str:
    """The code that a browser gets when it opens this link of a flow. It is a hash, so it does not reveal the link."""
    return str(UUID(bytes=sha256(f"code of {link}".encode()).digest()[:16], version=4))


def refresh_tokens_of_link(link: str) -> list[str]:
    """The first refresh token of the session that a press of the link's button begins.

    There is one for each of the server's keys, the current key first. The token is derived from the link, so that a
    second press finds the session of the first. It depends on the server's key too, because the link stays in the
    mailbox.
    """
    digests = (salted_hmac("accounts.press", link, key, algorithm="sha256") for key in secret_keys())
    return [urlsafe_b64encode(one.digest()).rstrip(b"=").decode() for one in digests]


def code_digest(*, user_id: UUID, slot: str, code: str) -> str:
    """The digest of a code, keyed with the server's key, because there are only a million codes."""
    return _code_digests(user_id, slot, code)[0]


def is_code(digest: str, *, user_id: UUID, slot: str, code: str) -> bool:
    digests = _code_digests(user_id, slot, code)
    return any(hmac.compare_digest(one, digest) for one in digests)


def _code_digests(user_id: UUID, slot: str, code: str) -> list[str]:
    """The digests of a code by each of the server's keys, the current one first."""
    text = f"{user_id}:{slot}:{code}"
    digests = (salted_hmac("accounts.one_time", text, key, algorithm="sha256") for key in secret_keys())
    return [one.hexdigest() for one in digests]
