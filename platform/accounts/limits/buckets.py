"""Rate limits on requests, guesses and mails, per requester, account and mailbox. Each is a token bucket.

A stranger must not use up the budget that the account's owner needs. So each guess and mail takes from a bucket of
(account, requester), and from a much larger bucket of the account. A requester is a device that has signed in to the
account before, or else a network: an IPv4 address or an IPv6 /48. Known devices share no bucket with strangers. While
strangers guess, the owner can still sign in from a known device, from another network, or with the link of a mail.

The list shows how many guesses at one account all strangers together can make in an hour. The number in brackets is the
size of the bucket: they can make that many guesses once in addition.

- password: 120 guesses an hour (400); one network 20 an hour (20). Exhausting the account takes 20 networks.
- code of a mail: 25 an hour (100), so 125 guesses among 1,000,000 codes during the life of one code, and a chance of 7
  in 10,000 on the first day. For an unconfirmed address a guess is compared with up to three codes, so the chance is 2
  in 1,000.
- second factor: 20 an hour (50). Three of a million codes are right at any time, so the chance is 2 in 1,000 on the
  first day, and only for an attacker who has the password.

All known devices of an account together have a second budget of the same size. Each of them has the limit of a network.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.conf import settings
from django.utils.crypto import salted_hmac


@dataclass(frozen=True, slots=True)
class Limit:
    """A bucket of `capacity` tokens that refills by `refill` tokens per `period`."""

    capacity: int
    refill: int
    period: timedelta

    def tokens_after(self, tokens: float, since: timedelta) -> float:
        """The tokens that a bucket has now, if it had `tokens` tokens `since` ago."""
        return min(self.capacity, tokens + self.refill * max(since / self.period, 0.0))

    def wait_s(self, tokens: float) -> int:
        """The seconds until a bucket with `tokens` tokens has one token."""
        return ceil((1 - tokens) / self.refill * self.period.total_seconds())

    def times(self, factor: int) -> "Limit":
        return Limit(self.capacity * factor, self.refill * factor, self.period)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one account: of each requester, and of all strangers or all known devices together."""

    requester: Limit
    account: Limit


@dataclass(frozen=True, slots=True)
class Requester:
    """The source of a request for rate limits: a device that the account knows, or a stranger's network."""

    key: str
    is_known: bool = False


Buckets = list[tuple[str, Limit]]

FIVE_MINUTES, HOUR = timedelta(minutes=5), timedelta(hours=1)
# Per endpoint, for one network, session or known device.
TOKEN = Limit(30, 150, FIVE_MINUTES)
ENDPOINT = Limit(30, 30, FIVE_MINUTES)
FACTORS = Limit(30, 15, timedelta(minutes=1))
# The limit of an IPv6 /48 is this many times that of a /64, because a /48 holds 65,536 home networks.
SITE_FACTOR = 8
NETWORK_MAILS = Limit(60, 60, HOUR)

# Per session. Ten tabs that each refresh every minute stay far below it.
REFRESH, REFRESHES = "refresh", Limit(60, 120, FIVE_MINUTES)

PASSWORD, CODE, FACTOR, MAIL, SMS = "password", "code", "factor", "mail", "sms"
LIMITS = {
    PASSWORD: Limits(Limit(20, 20, HOUR), Limit(400, 120, HOUR)),
    CODE: Limits(Limit(10, 10, timedelta(minutes=15)), Limit(100, 25, HOUR)),
    FACTOR: Limits(Limit(5, 5, timedelta(minutes=15)), Limit(50, 20, HOUR)),
    MAIL: Limits(Limit(10, 10, HOUR), Limit(60, 30, HOUR)),
    SMS: Limits(Limit(5, 5, HOUR), Limit(10, 10, HOUR)),
}


def daily_sms_bucket(at: datetime) -> tuple[str, Limit]:
    """The bucket of all text messages of one UTC day. It refills by one token a day: less than one on that day."""
    return f"sms-day:{at:%Y-%m-%d}", Limit(settings.SMS_PER_DAY, 1, timedelta(days=1))


def buckets(kind: str, subject: str, requester: Requester) -> Buckets:
    """The requester's own bucket, then the bucket that it shares with all strangers, or with all known devices."""
    limits = LIMITS[kind]
    return [
        (key_of(kind, "requester", subject, requester.key), limits.requester),
        (key_of(kind, "known" if requester.is_known else "strangers", subject), limits.account),
    ]


def key_of(kind: str, *subject: str) -> str:
    """The name of a bucket. It is a keyed hash, so it does not reveal the subject.

    `repr` keeps the parts of a subject apart, because an address is any text that a stranger sends.
    """
    return f"{kind}:{salted_hmac('accounts.limits', repr(subject), algorithm='sha256').hexdigest()[:40]}"
