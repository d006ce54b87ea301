"""Scans a website: makes several measurements and takes the median."""

from collections.abc import Callable

from django.conf import settings

from performance import bands, lighthouse_result
from performance.errors import CannotMeasure
from performance.lighthouse_result import Json
from performance.providers import local_lighthouse, page_speed
from performance.scan_result import LIGHTHOUSE, PAGE_SPEED, Result


def scan(url: str, *, runs: int, progress: Callable[[int], None]) -> Result:
    """Measure `url` `runs` times, and call `progress` with the number of measurements after each.

    The first measurement must succeed; of the others, `runs // 2` may fail. Raises CannotMeasure.
    """
    uses_page_speed = settings.PAGESPEED_KEY is not None
    slowdown = bands.SLOWDOWN
    results: list[Json] = []
    failures_left = runs // 2
    for step in range(runs):
        try:
            raw = _measure(url, uses_page_speed=uses_page_speed, slowdown=slowdown)
            suitable_slowdown = bands.slowdown_for(lighthouse_result.benchmark_index(raw))
            if not uses_page_speed and not results and suitable_slowdown < slowdown:
                # Measure again, because the full slowdown on a slow machine makes every page look slow.
                slowdown = suitable_slowdown
                raw = _measure(url, uses_page_speed=uses_page_speed, slowdown=slowdown)
            results.append(raw)
        except CannotMeasure:
            if failures_left == 0 or not results:
                raise
            failures_left -= 1
        progress(step + 1)
    scores = tuple(lighthouse_result.parse(raw).score for raw in results)
    return Result(results[bands.median_of(scores)], scores, PAGE_SPEED if uses_page_speed else LIGHTHOUSE)


def _measure(url: str, *, uses_page_speed: bool, slowdown: float) -> Json:
    raw = page_speed.measure(url) if uses_page_speed else local_lighthouse.measure(url, slowdown=slowdown)
    error = lighthouse_result.runtime_error(raw)
    if error is not None:
        raise CannotMeasure("page", f"the page cannot be measured: {error}")
    return raw
