"""The result of a scan, before it is compared with earlier ones."""

from dataclasses import dataclass

from performance.lighthouse_result import Json

LIGHTHOUSE, PAGE_SPEED = "lighthouse", "pagespeed"


@dataclass(frozen=True, slots=True)
class Result:
    """A scan's result: the raw result of the median measurement, and the score of each measurement."""

    raw: Json
    scores: tuple[int | None, ...]
    source: str
