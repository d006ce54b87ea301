"""Token buckets in the database, so that limits hold across processes and restarts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from accounts.limits.buckets import Limit
from core.clock import now
from sync.sql import raw_sql

# Raw SQL, because almost every request to `/auth/v1` runs this, mostly with two buckets: the ORM took 8 statements.
# LOCK_BUCKET inserts a new, full bucket or locks the existing row, and returns the row's values.
LOCK_BUCKET = """
INSERT INTO limit_counters (key, "left", at) VALUES (%s, %s, %s)
ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING "left", at
"""
SET_TOKENS = 'UPDATE limit_counters SET "left" = %s, at = %s WHERE key = %s'
DELETE_BUCKET = "DELETE FROM limit_counters WHERE key = %s"
RETURN_TOKEN = 'UPDATE limit_counters SET "left" = "left" + 1 WHERE key = %s'

ZERO = timedelta()


@dataclass(frozen=True, slots=True)
class EmptyBucket:
    """An empty bucket, and the seconds until it holds one token again."""

    key: str
    wait_s: int


def take(*, buckets: Sequence[tuple[str, Limit]]) -> EmptyBucket | None:
    """Take one token from each bucket, in order, and return None.

    If a bucket is empty, takes nothing and returns the first empty one.
    """
    at = now()
    stored = raw_sql.adapted(at)
    taken: list[tuple[object, ...]] = []
    for key, limit in buckets:
        [(left, since)] = raw_sql.rows(LOCK_BUCKET, [key, float(limit.capacity), stored])
        elapsed = at - raw_sql.aware_time(since)
        if elapsed < ZERO:
            # The clock went back. Without this an empty bucket would refill only after the clock reaches `since` again.
            raw_sql.count(SET_TOKENS, (left, stored, key))
        left = limit.tokens_after(left, elapsed)
        if left < 1:
            return EmptyBucket(key, limit.wait_s(left))
        taken.append((left - 1, stored, key))
    for values in taken:
        raw_sql.count(SET_TOKENS, values)
    return None


def forgive(*, buckets: Sequence[tuple[str, Limit]]) -> None:
    """Uncount a correct guess: refills the first bucket, the requester's own, and returns one token to the others."""
    (own_key, _), *shared = buckets
    raw_sql.count(DELETE_BUCKET, [own_key])
    put_back(buckets=shared)


def put_back(*, buckets: Sequence[tuple[str, Limit]]) -> None:
    """Return one token to each bucket."""
    for key, _ in buckets:
        raw_sql.count(RETURN_TOKEN, [key])
