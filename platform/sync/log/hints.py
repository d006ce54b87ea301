"""Notifies listeners in this process of committed changes. Only a hint: the log is the source of truth."""

import logging
from collections.abc import Callable

from sync.log.pending import Change

Committed = dict[str, list[Change]]
Listener = Callable[[Committed], None]

log = logging.getLogger(__name__)
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have `listener` called in the committing thread after each commit that changed a stream."""
    _listeners.append(listener)


def unlisten(listener: Listener) -> None:
    _listeners.remove(listener)


def publish(committed: Committed) -> None:
    """Call every listener with what was just committed. A failing listener costs latency, never the commit."""
    for listener in tuple(_listeners):
        try:
            listener(committed)
        except Exception:
            log.exception("a commit hint was not delivered")
