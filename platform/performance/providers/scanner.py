"""Scans a website: makes several measurements and takes the median."""

from collections.abc import Callable

from django.conf import settings

from performance import bands, lighthouse_result
from performance.errors import CannotMeasure
from performance.lighthouse_result import Json
from performance.providers import local_lighthouse, page_speed
from performance.scan_result import LIGHTHOUSE, PAGE_SPEED, Result


def scan(url: str, *, runs: int, progress: Callable[[int], None]) -> Result:
    """Measure `url` `runs` times; calls `progress` after each. Tolerates one failure in three. Raises CannotMeasure."""
    by_key = settings.PAGESPEED_KEY is not None
    slowdown = bands.SLOWDOWN
    answers: list[Json] = []
    failures_left = runs // 2
    for step in range(runs):
        try:
            raw = _measure(url, by_key=by_key, slowdown=slowdown)
            fitting = bands.slowdown_for(lighthouse_result.benchmark_index(raw))
            if not by_key and not answers and fitting < slowdown:
                # Measure again, because the full slowdown on a slow machine makes every page look slow.
                slowdown = fitting
                raw = _measure(url, by_key=by_key, slowdown=slowdown)
            answers.append(raw)
        except CannotMeasure:
            if failures_left == 0 or not answers:
                raise
            failures_left -= 1
        progress(step + 1)
    scores = tuple(lighthouse_result.read(raw).score for raw in answers)
    return Result(answers[bands.median_of(scores)], scores, PAGE_SPEED if by_key else LIGHTHOUSE)


def _measure(url: str, *, by_key: bool, slowdown: float) -> Json:
    raw = page_speed.measure(url) if by_key else local_lighthouse.measure(url, slowdown=slowdown)
    error = lighthouse_result.runtime_error(raw)
    if error is not None:
        raise CannotMeasure("page", f"the page cannot be measured: {error}")
    return raw
