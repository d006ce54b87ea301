"""PKCE (RFC 7636): proves that a code is redeemed by the browser that requested it."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256


def is_proved(*, verifier: str, challenge: str, method: str) -> bool:
    """Whether `verifier` belongs to `challenge`; `method` is `s256` or `plain`."""
    computed = verifier
    if method == "s256":
        computed = urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    return hmac.compare_digest(computed.encode(), challenge.encode())
