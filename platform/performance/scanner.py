"""Scans a website: several measurements, of which the middle one counts."""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from performance import bands, local_lighthouse, page_speed, reading
from performance.errors import CannotMeasure
from performance.reading import Json

LIGHTHOUSE, PAGE_SPEED = "lighthouse", "pagespeed"


@dataclass(frozen=True, slots=True)
class Result:
    """What a scan brought: the raw answer that counts, and the score of each measurement."""

    raw: Json
    scores: tuple[int | None, ...]
    source: str


def scan(url: str, *, runs: int, progress: Callable[[int], None]) -> Result:
    """Measure `url` so many times; `progress` hears of each. One failure of three is forgiven. Raises CannotMeasure."""
    by_key = settings.PAGESPEED_KEY is not None
    measure = page_speed.measure if by_key else local_lighthouse.measure
    answers: list[Json] = []
    forgiven = runs // 2
    for step in range(runs):
        try:
            answers.append(_measured(measure, url))
        except CannotMeasure:
            if forgiven == 0 or not answers:
                raise
            forgiven -= 1
        progress(step + 1)
    scores = tuple(reading.read(raw).score for raw in answers)
    return Result(answers[bands.median_of(scores)], scores, PAGE_SPEED if by_key else LIGHTHOUSE)


def _measured(measure: Callable[[str], Json], url: str) -> Json:
    raw = measure(url)
    error = reading.runtime_error(raw)
    if error is not None:
        raise CannotMeasure("page", f"the page cannot be measured: {error}")
    return raw
