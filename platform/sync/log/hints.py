"""Notifies listeners in this process of committed changes. These are only hints: the log is the source of truth."""

import logging
from collections.abc import Callable

from sync.log.pending import Change

Committed = dict[str, list[Change]]
Listener = Callable[[Committed], None]

log = logging.getLogger(__name__)
_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call `listener` in the committing thread after each commit that changed a stream."""
    _listeners.append(listener)


def unlisten(listener: Listener) -> None:
    _listeners.remove(listener)


def publish(committed: Committed) -> None:
    """Call every listener with what was just committed. A failing listener delays changes and undoes no commit."""
    for listener in tuple(_listeners):
        try:
            listener(committed)
        except Exception:
            log.exception("a commit hint was not delivered")
