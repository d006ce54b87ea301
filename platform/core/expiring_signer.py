"""Signs values that expire, such as those in addresses that need no bearer token."""

from datetime import UTC, datetime, timedelta

from django.core import signing

from core.clock import CLOCK_ERROR, now


class ExpiringSigner(signing.TimestampSigner):
    """Django's TimestampSigner, but a value that was signed while the server's clock was ahead counts as expired."""

    def unsign(self, value: str, max_age: int | timedelta | None = None) -> str:
        """The value that was signed less than `max_age` seconds ago. Raises BadSignature."""
        text = super().unsign(value, max_age)
        signed_at = datetime.fromtimestamp(signing.b62_decode(value.rsplit(self.sep, 2)[1]), UTC)
        if signed_at - now() > CLOCK_ERROR:
            raise signing.SignatureExpired("signed in the future")
        return text
