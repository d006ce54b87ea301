"""What a score is called, and which differences mean nothing. Pure."""

from collections.abc import Sequence
from statistics import median_low

GOOD, FAIR = 90, 50
# The same page measured on the same day differs by so much; Lighthouse's authors say about five points.
NOISE = 5


def rating(score: int) -> str:
    """The word for a score of 0 to 100."""
    return "Good" if score >= GOOD else "Needs Improvement" if score >= FAIR else "Poor"


def needs_attention(score: int) -> bool:
    """Whether an alert is due: below 50."""
    return score < FAIR


def comparison(change: int) -> str:
    """The word for points gained or lost."""
    return "improved" if change > 0 else "decreased" if change < 0 else "no change"


def is_noise(change: int) -> bool:
    """Whether a difference is one that the same page shows by itself."""
    return abs(change) <= NOISE


def median_of(scores: Sequence[int | None]) -> int:
    """The index of the measurement that counts: the middle one; one without a score counts as the lowest."""
    ranked = [-1 if score is None else score for score in scores]
    return ranked.index(median_low(ranked))
