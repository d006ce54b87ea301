"""Limits: how many requests, guesses and mails a requester, an account and a mailbox get. Each is a token bucket.

A stranger must not use up what an account needs, so guesses and mails are counted by (account, requester) first, and
by the account alone much later. A requester is a device that has been signed in to the account, or else a network: an
IPv4 address or an IPv6 /48. Known devices share no counter with strangers. The owner signs in while strangers guess:
by a known device, from another network, or by the link of a mail.

What one account's attackers get, all networks together, with the first hour's extra guesses in brackets:

- password: 120 guesses an hour (400); one network 20 an hour (20). Exhausting the account takes 20 networks.
- code of a mail: 25 an hour (100), so 125 of 1,000,000 while one code lives, and 7 in 10,000 on the first day. (One
  guess is compared with at most three codes of an unconfirmed address: 2 in 1,000 there.)
- second factor: 20 an hour (50), with three right codes of a million at any time: 2 in 1,000 on the first day, and only
  for an attacker who has the password.

Known devices of an account together get the same again, and each of them no more than one network.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from django.conf import settings
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

    def wait_s(self, left: float) -> int:
        """Seconds until the bucket holds one again."""
        return ceil((1 - left) / self.again * self.per.total_seconds())

    def times(self, factor: int) -> "Limit":
        return Limit(self.most * factor, self.again * factor, self.per)


@dataclass(frozen=True, slots=True)
class Limits:
    """Of one account: for each requester, and for all strangers or all known devices together."""

    requester: Limit
    account: Limit


@dataclass(frozen=True, slots=True)
class Requester:
    """Who makes a request, as its counters see it: a device that the account knows, or a stranger's network."""

    key: str
    is_known: bool = False


Buckets = list[tuple[str, Limit]]

FIVE_MINUTES, HOUR = timedelta(minutes=5), timedelta(hours=1)
# Of one network, session or known device at each endpoint.
TOKEN = Limit(30, 150, FIVE_MINUTES)
DOOR = Limit(30, 30, FIVE_MINUTES)
FACTORS = Limit(30, 15, timedelta(minutes=1))
# An IPv6 /48 holds 65,536 networks of one home each.
SITE_FACTOR = 8
NETWORK_MAILS = Limit(60, 60, HOUR)

# Of one session: ten tabs that each refresh every minute are far below it.
REFRESH, REFRESHES = "refresh", Limit(60, 120, FIVE_MINUTES)

PASSWORD, CODE, FACTOR, MAIL, SMS = "password", "code", "factor", "mail", "sms"
LIMITS = {
    PASSWORD: Limits(Limit(20, 20, HOUR), Limit(400, 120, HOUR)),
    CODE: Limits(Limit(10, 10, timedelta(minutes=15)), Limit(100, 25, HOUR)),
    FACTOR: Limits(Limit(5, 5, timedelta(minutes=15)), Limit(50, 20, HOUR)),
    MAIL: Limits(Limit(10, 10, HOUR), Limit(60, 30, HOUR)),
    SMS: Limits(Limit(5, 5, HOUR), Limit(10, 10, HOUR)),
}


def sms_of_day(moment: datetime) -> tuple[str, Limit]:
    """The bucket of all text messages of one day in UTC. It refills by less than one message before the day is over."""
    return f"sms-day:{moment:%Y-%m-%d}", Limit(settings.SMS_PER_DAY, 1, timedelta(days=1))


def buckets(what: str, subject: str, requester: Requester) -> Buckets:
    """The requester's own bucket, then the one it shares with all other strangers, or all other known devices."""
    limits = LIMITS[what]
    return [
        (key_of(what, "requester", subject, requester.key), limits.requester),
        (key_of(what, "known" if requester.is_known else "strangers", subject), limits.account),
    ]


def key_of(what: str, *subject: str) -> str:
    """The name of a bucket; it does not tell whose it is.

    The parts of a subject cannot run into each other: an address is any text that a stranger sends.
    """
    return f"{what}:{salted_hmac('accounts.limits', repr(subject), algorithm='sha256').hexdigest()[:40]}"
