"""Signs values that expire, such as those in addresses that need no bearer token."""

from datetime import UTC, datetime, timedelta

from django.core import signing

from core.clock import CLOCK_ERROR, now


class ExpiringSigner(signing.TimestampSigner):
    """Django's TimestampSigner that also rejects a timestamp more than CLOCK_ERROR in the future.

    Such a value was signed while the server's clock was ahead, and would be valid for too long.
    """

    def unsign(self, value: str, max_age: int | timedelta | None = None) -> str:
        """The signed value. Raises SignatureExpired if it is older than `max_age`, BadSignature if it is forged."""
        text = super().unsign(value, max_age)
        signed_at = datetime.fromtimestamp(signing.b62_decode(value.rsplit(self.sep, 2)[1]), UTC)
        if signed_at - now() > CLOCK_ERROR:
            raise signing.SignatureExpired("signed in the future")
        return text
