"""Which bytes of a file a request asks for. Pure."""

import re
from dataclasses import dataclass

MOST = 2 * 1024 * 1024  # of one answer: who wants more asks again, and a seek wastes no more than that
ONE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes `start` to `end`, both included."""

    start: int
    end: int

    @property
    def length(self) -> int:
        return self.end - self.start + 1


def span_of(header: str, size: int) -> Span | None:
    """The bytes to answer with, two megabytes at most; None for all of them. Raises ValueError where there are none.

    Several ranges, or what is no range at all, is answered with the whole file, as the standard has it.
    """
    found = ONE.fullmatch(header.strip())
    if found is None or not (found[1] or found[2]):
        return None
    if found[1]:
        start, end = int(found[1]), min(int(found[2] or size - 1), size - 1)
    else:
        start, end = max(0, size - int(found[2])), size - 1
    if start > end or start >= size:
        raise ValueError("outside the file")
    return Span(start, min(end, start + MOST - 1))
