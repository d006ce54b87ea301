"""Send limits of a user in a thread: token buckets of messages and bytes, per minute and per day. Pure.

With the minute's bucket, 1,000 short messages that were written offline arrive in three minutes, and 1,000 of the
longest in ten. The day's bucket allows more than a user can type in a day.
"""

from collections.abc import Sequence
from math import ceil

MINUTE_S, DAY_S = 60, 24 * 3600
# Each bucket: its capacity, and the seconds in which it refills.
MESSAGES = ((300, MINUTE_S), (5_000, DAY_S))
BYTES = ((2 * 1024**2, MINUTE_S), (50 * 1024**2, DAY_S))
FULL = tuple(float(capacity) for capacity, _ in (*MESSAGES, *BYTES))


def take(left: Sequence[float], since_s: float, size: int) -> tuple[tuple[float, ...], int]:
    """Refill the buckets, and take one message of `size` bytes from them.

    `left` is what the buckets held `since_s` seconds ago. Returns the buckets after the message, and 0. If they hold
    too little, returns the refilled buckets and the seconds to wait.
    """
    limits = (*MESSAGES, *BYTES)
    costs = (1, 1, size, size)
    now = [
        min(capacity, had + capacity * max(since_s, 0) / per) for had, (capacity, per) in zip(left, limits, strict=True)
    ]
    waits = [(cost - has) * per / capacity for has, cost, (capacity, per) in zip(now, costs, limits, strict=True)]
    wait_s = ceil(max(waits))
    if wait_s > 0:
        return tuple(now), wait_s
    return tuple(has - cost for has, cost in zip(now, costs, strict=True)), 0
