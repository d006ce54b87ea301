"""Buckets of requests: what was taken stays taken, in every process and after a restart."""

from collections.abc import Sequence

from accounts.limits import Limit
from accounts.models import LimitCounter
from core.clock import now


def take(*, buckets: Sequence[tuple[str, Limit]]) -> str | None:
    """Take one from each bucket, in this order. The key of the first that is empty, else None; then none is taken."""
    at = now()
    rows: list[LimitCounter] = []
    for key, limit in buckets:
        LimitCounter.objects.bulk_create([LimitCounter(key=key, left=limit.most, at=at)], ignore_conflicts=True)
        row = LimitCounter.objects.select_for_update().get(key=key)
        row.left, row.at = limit.refilled(row.left, at - row.at), at
        if row.left < 1:
            return key
        row.left -= 1
        rows.append(row)
    for row in rows:
        row.save(update_fields=["left", "at"])
    return None


def refill(*, key: str) -> None:
    """Forget what was taken: it was the right one."""
    LimitCounter.objects.filter(key=key).delete()
