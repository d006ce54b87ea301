"""The pause between two mails of the same kind that one network requests for the same address.

The pause applies to addresses without an account too, so it does not reveal which accounts exist. A request from one
network does not delay another network.
"""

from datetime import timedelta
from math import ceil
from typing import Literal, get_args

from django.conf import settings

from accounts.errors import MailTooSoon
from accounts.limits.buckets import key_of
from accounts.services.rate_limits import LOCK_BUCKET, SET_TOKENS
from accounts.services.sessions import Device
from core.clock import now
from sync.sql import raw_sql

Kind = Literal["confirmation", "recovery", "change", "reauthentication"]
DELETE_PAUSES = "DELETE FROM limit_counters WHERE key IN (%s, %s, %s, %s)"


def cool_down(*, kind: Kind, email: str, device: Device) -> None:
    """Begin the pause. Raises MailTooSoon while the previous one is not over."""
    pause = timedelta(seconds=settings.AUTH_MAIL_COOLDOWN_S)
    key, at = _key(kind, email, device), now()
    [(left, since)] = raw_sql.rows(LOCK_BUCKET, [key, 1.0, raw_sql.adapted(at)])
    remaining = pause - (at - raw_sql.aware_time(since))
    if left < 1 and timedelta() < remaining <= pause:  # a longer time comes from a clock that was ahead
        raise MailTooSoon(ceil(remaining.total_seconds()))
    raw_sql.count(SET_TOKENS, [0.0, raw_sql.adapted(at), key])


def end_pauses(*, email: str, device: Device) -> None:
    """End all pauses of an address, after a code or link from one of its mails was redeemed."""
    raw_sql.count(DELETE_PAUSES, [_key(kind, email, device) for kind in get_args(Kind)])


def _key(kind: str, email: str, device: Device) -> str:
    return key_of(f"pause-{kind}", f"{email} {device.network}")
