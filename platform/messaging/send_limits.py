"""Send limits of a user in a thread: token buckets of messages and bytes, per minute and per day. Pure.

With the limits of a minute, 1,000 short messages that were written offline arrive in three minutes, and 1,000 of the
longest in ten. The limits of a day allow more than a user can type in a day.
"""

from collections.abc import Sequence
from math import ceil

MINUTE_S, DAY_S = 60, 24 * 3600
# Each bucket: its capacity, and the seconds in which it refills.
MESSAGES = ((300, MINUTE_S), (5_000, DAY_S))
BYTES = ((2 * 1024**2, MINUTE_S), (50 * 1024**2, DAY_S))
FULL = tuple(float(capacity) for capacity, _ in (*MESSAGES, *BYTES))


def take(levels: Sequence[float], elapsed_s: float, size: int) -> tuple[tuple[float, ...], int]:
    """Refill the buckets, and take one message of `size` bytes from them.

    `levels` are the contents of the four buckets `elapsed_s` seconds ago, in the order of `FULL`. Returns their levels
    after the message, and 0. If a bucket has too little, returns the refilled levels and the seconds to wait.
    """
    limits = (*MESSAGES, *BYTES)
    costs = (1, 1, size, size)
    refilled = [
        min(capacity, level + capacity * max(elapsed_s, 0) / refill_s)
        for level, (capacity, refill_s) in zip(levels, limits, strict=True)
    ]
    waits_s = [
        (cost - level) * refill_s / capacity
        for level, cost, (capacity, refill_s) in zip(refilled, costs, limits, strict=True)
    ]
    wait_s = ceil(max(waits_s))
    if wait_s > 0:
        return tuple(refilled), wait_s
    return tuple(level - cost for level, cost in zip(refilled, costs, strict=True)), 0
