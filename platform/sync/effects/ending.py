"""Records that this process is ending: its threads then take no more effects, and put back an interrupted one."""

import threading

_has_begun = threading.Event()


def begin() -> None:
    """From now on the threads of this process take no effects."""
    _has_begun.set()


def has_begun() -> bool:
    """Whether this process is ending."""
    return _has_begun.is_set()
