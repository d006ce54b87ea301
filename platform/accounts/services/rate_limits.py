"""Token buckets in the database, so that limits hold across processes and restarts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from accounts.limits.buckets import Limit
from core.clock import now
from sync.sql import raw_sql

# Raw SQL, because almost every request to `/auth/v1` runs this, mostly with two buckets: the ORM took 8 statements.
# LOCK inserts a new, full bucket or locks the existing row, and returns the row's values.
LOCK = """
INSERT INTO limit_counters (key, "left", at) VALUES (%s, %s, %s)
ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING "left", at
"""
TAKE = 'UPDATE limit_counters SET "left" = %s, at = %s WHERE key = %s'
FORGET = "DELETE FROM limit_counters WHERE key = %s"
GIVE_BACK = 'UPDATE limit_counters SET "left" = "left" + 1 WHERE key = %s'

NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Empty:
    """An empty bucket, and the seconds until it holds one token again."""

    key: str
    wait_s: int


def take(*, buckets: Sequence[tuple[str, Limit]]) -> Empty | None:
    """Take one token from each bucket, in order, and return None.

    If a bucket is empty, takes nothing and returns the first empty one.
    """
    at = now()
    stored = raw_sql.adapted(at)
    taken: list[tuple[object, ...]] = []
    for key, limit in buckets:
        [(left, since)] = raw_sql.rows(LOCK, [key, float(limit.capacity), stored])
        elapsed = at - raw_sql.aware_time(since)
        if elapsed < NOTHING:
            # The clock went back. Without this an empty bucket would refill only after the clock reaches `since` again.
            raw_sql.count(TAKE, (left, stored, key))
        left = limit.refilled(left, elapsed)
        if left < 1:
            return Empty(key, limit.wait_s(left))
        taken.append((left - 1, stored, key))
    for values in taken:
        raw_sql.count(TAKE, values)
    return None


def forgive(*, buckets: Sequence[tuple[str, Limit]]) -> None:
    """Uncount a correct guess: refills the first bucket, the requester's own, and returns one token to the others."""
    (own, _), *shared = buckets
    raw_sql.count(FORGET, [own])
    for key, _ in shared:
        raw_sql.count(GIVE_BACK, [key])
