"""Buckets of requests: what was taken stays taken, in every process and after a restart."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.limits.buckets import Limit
from core.clock import now
from sync.sql import raw_sql

# Every request at a door of `/auth/v1` comes by here, mostly with two buckets: by the ORM they took 8 statements.
# A bucket that is new is full; one that is known is locked, and says what it holds.
LOCK = """
INSERT INTO limit_counters (key, "left", at) VALUES (%s, %s, %s)
ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING "left", at
"""
TAKE = 'UPDATE limit_counters SET "left" = %s, at = %s WHERE key = %s'
FORGET = "DELETE FROM limit_counters WHERE key = %s"
GIVE_BACK = 'UPDATE limit_counters SET "left" = "left" + 1 WHERE key = %s'


@dataclass(frozen=True, slots=True)
class Empty:
    """A bucket that has nothing left, and the seconds until it has one again."""

    key: str
    wait_s: int


def take(*, buckets: Sequence[tuple[str, Limit]]) -> Empty | None:
    """Take one from each bucket, in this order. The first that is empty, else None; then none is taken."""
    at = now()
    stored = raw_sql.adapted(at)
    taken: list[tuple[object, ...]] = []
    for key, limit in buckets:
        [(left, since)] = raw_sql.rows(LOCK, [key, float(limit.most), stored])
        left = limit.refilled(left, at - raw_sql.moment(since))
        if left < 1:
            return Empty(key, limit.wait_s(left))
        taken.append((left - 1, stored, key))
    for values in taken:
        raw_sql.count(TAKE, values)
    return None


def forgive(*, buckets: Sequence[tuple[str, Limit]]) -> None:
    """Uncount a guess that was right: the requester's bucket, the first, is full again; the shared ones get one back."""
    (own, _), *shared = buckets
    raw_sql.count(FORGET, [own])
    for key, _ in shared:
        raw_sql.count(GIVE_BACK, [key])
