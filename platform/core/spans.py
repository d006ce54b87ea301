"""Spans: the timed steps of a request, across threads and processes, for an OpenTelemetry collector.

Spans are off unless `server.telemetry.start` sets `recorder`. While they are off, OpenTelemetry is not imported, and
each function here costs one comparison. A span's name and attributes are numbers, or names from the code, never text
that a user wrote.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Protocol

Value = str | int | float


class Span(Protocol):
    """A running span."""

    def set(self, attributes: Mapping[str, Value], *, name: str | None = None) -> None:
        """Add attributes, and give the span another name."""


class Recorder(Protocol):
    """Creates spans. A position is a W3C `traceparent`, which names a trace and one of its spans."""

    def start(
        self, name: str, *, parent: str | None, links: Iterable[str], is_request: bool
    ) -> AbstractContextManager[Span]: ...
    def inside(self, position: str) -> AbstractContextManager[None]: ...
    def position(self) -> str | None: ...


class _Off:
    """A span that records nothing, and the context manager of that span."""

    def __enter__(self) -> "_Off":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        """Nothing was started."""

    def set(self, attributes: Mapping[str, Value], *, name: str | None = None) -> None:
        """Nothing is recorded."""


recorder: Recorder | None = None
OFF = _Off()


def request(name: str) -> AbstractContextManager[Span]:
    """A span that begins a trace, for a request from a device."""
    if recorder is None:
        return OFF
    return recorder.start(name, parent=None, links=(), is_request=True)


def step(name: str) -> AbstractContextManager[Span]:
    """A span inside the current one. Records nothing if there is no current span."""
    if recorder is None or recorder.position() is None:
        return OFF
    return recorder.start(name, parent=None, links=(), is_request=False)


def continued(name: str, positions: Iterable[str | None]) -> AbstractContextManager[Span]:
    """A span that continues the spans at `positions`, which may be of other threads or processes.

    Its parent is the first position, and it has links to the others. Records nothing if all positions are None.
    """
    if recorder is None:
        return OFF
    distinct = list(dict.fromkeys(position for position in positions if position))
    if not distinct:
        return OFF
    return recorder.start(name, parent=distinct[0], links=distinct[1:], is_request=False)


def inside(position: str | None) -> AbstractContextManager[object]:
    """Make the span at `position` the current one."""
    if recorder is None or not position:
        return OFF
    return recorder.inside(position)


def position() -> str | None:
    """The position of the current span, for `continued` or `inside` in another thread or process, or None."""
    return None if recorder is None else recorder.position()
