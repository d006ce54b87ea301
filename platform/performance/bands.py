"""Ratings of scores, and the largest difference between scores that is noise. Pure."""

from collections.abc import Sequence
from statistics import median_low

GOOD, FAIR = 90, 50
# Points by which measurements of the same page differ on the same day, about five according to Lighthouse's authors.
NOISE = 5
# Below this benchmark index Lighthouse warns that the machine is too slow for its default slowdown of 4.
BENCHMARK_MIN = 1000.0
SLOWDOWN = 4.0


def rating(score: int) -> str:
    """The word for a score of 0 to 100."""
    return "Good" if score >= GOOD else "Needs Improvement" if score >= FAIR else "Poor"


def comparison(change: int) -> str:
    """The word for a score that has changed by `change` points."""
    return "improved" if change > 0 else "decreased" if change < 0 else "no change"


def is_noise(change: int) -> bool:
    """Whether a difference is within the noise of repeated measurements of one page."""
    return abs(change) <= NOISE


def median_of(scores: Sequence[int | None]) -> int:
    """The index of the median score; of two middle scores, the lower. A missing score counts as the lowest."""
    ranked = [-1 if score is None else score for score in scores]
    return ranked.index(median_low(ranked))


def slowdown_for(benchmark_index: float | None) -> float:
    """The factor by which a machine of this speed slows its CPU to simulate a phone, from 1.0 to `SLOWDOWN`."""
    if benchmark_index is None:
        return SLOWDOWN
    return round(max(1.0, SLOWDOWN * min(1.0, benchmark_index / BENCHMARK_MIN)), 1)


def is_too_slow(benchmark_index: float | None) -> bool:
    """Whether a machine of this speed is too slow for a reliable score."""
    return benchmark_index is not None and benchmark_index < BENCHMARK_MIN
