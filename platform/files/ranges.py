"""Parses the Range header of a request. Pure."""

import re
from dataclasses import dataclass

# Bytes in one response. A player that seeks wastes at most these, and requests further bytes when it needs them.
RESPONSE_MAX = 2 * 1024 * 1024
SINGLE_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes `start` to `end`, both included."""

    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start + 1


def span_of(header: str, size: int) -> Span | None:
    """The bytes for the response, at most two megabytes; None for the whole file.

    Several ranges, or an invalid header, get the whole file, as the standard allows. Raises ValueError if the range is
    outside the file.
    """
    match = SINGLE_RANGE.fullmatch(header.strip())
    if match is None or not (match[1] or match[2]):
        return None
    if match[1]:
        start, end = int(match[1]), min(int(match[2] or size - 1), size - 1)
    else:
        start, end = max(0, size - int(match[2])), size - 1
    if start > end or start >= size:
        raise ValueError("outside the file")
    return Span(start, min(end, start + RESPONSE_MAX - 1))
