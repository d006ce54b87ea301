"""Records when each worker thread last made progress, so that a thread that hangs is noticed."""

import threading
import time

_at: dict[int, float] = {}


def mark() -> None:
    """Record that the calling thread makes progress. It calls this before each piece of long work."""
    _at[threading.get_ident()] = time.monotonic()


def age(thread_id: int) -> float:
    """Seconds since this thread last called `mark`; infinite if it never did."""
    return time.monotonic() - _at.get(thread_id, float("-inf"))
