"""How much of what one address, one account or one mailbox may ask for: buckets that fill up again with time."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils.crypto import salted_hmac


@dataclass(frozen=True, slots=True)
class Limit:
    """`most` at once, and that many again over `per`."""

    most: int
    again: int
    per: timedelta

    def refilled(self, left: float, since: timedelta) -> float:
        """What is left of the bucket after that time."""
        return min(self.most, left + self.again * max(since / self.per, 0.0))


FIVE_MINUTES = timedelta(minutes=5)
# Of one address, at each door.
TOKEN = Limit(30, 150, FIVE_MINUTES)
DOOR = Limit(30, 30, FIVE_MINUTES)
# Of one account, wherever the requests come from: wrong passwords and codes, and mails.
GUESSES = Limit(20, 20, timedelta(minutes=10))
MAILS = Limit(30, 30, timedelta(hours=1))
TEXTS = Limit(10, 10, timedelta(hours=1))
# Of one person's second factors: a million codes, and three of them right at any time.
SECOND_GUESSES = Limit(5, 5, timedelta(minutes=15))
# Of one address, at the doors of factors.
FACTORS = Limit(30, 15, timedelta(minutes=1))
# What their buckets are for.
PASSWORD, CODE, MAIL, FACTOR, SMS = "password", "code", "mail", "factor", "sms"


def key_of(what: str, subject: str) -> str:
    """The name of a bucket; it does not tell whose it is."""
    return f"{what}:{salted_hmac('accounts.limits', subject, algorithm='sha256').hexdigest()[:40]}"
