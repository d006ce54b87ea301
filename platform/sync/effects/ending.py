"""The end of this process: its threads take no more effects, and put back one that the end interrupts."""

import threading

_has_begun = threading.Event()


def begin() -> None:
    """From now on the threads of this process take no effects."""
    _has_begun.set()


def has_begun() -> bool:
    """Whether this process ends."""
    return _has_begun.is_set()
