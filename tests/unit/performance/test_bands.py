"""Score bands, their labels, and the measurement that is chosen from several."""

from collections.abc import Sequence

import pytest

from performance import bands


@pytest.mark.parametrize(
    ("score", "word"),
    [
        (0, "Poor"),
        (49, "Poor"),
        (50, "Needs Improvement"),
        (89, "Needs Improvement"),
        (90, "Good"),
        (100, "Good"),
    ],
)
def test_a_score_has_a_label(score: int, word: str) -> None:
    assert bands.rating(score) == word


@pytest.mark.parametrize(
    ("change", "word", "is_noise"),
    [
        (-6, "decreased", False),
        (-5, "decreased", True),
        (0, "no change", True),
        (1, "improved", True),
        (6, "improved", False),
    ],
)
def test_a_change_has_a_label_and_may_be_insignificant(change: int, word: str, is_noise: bool) -> None:
    assert (bands.comparison(change), bands.is_noise(change)) == (word, is_noise)


@pytest.mark.parametrize(
    ("scores", "index"),
    [((70,), 0), ((90, 40, 60), 2), ((40, 60), 0), ((50, 50, 90), 0), ((None, 60, 70), 1), ((None, None, 70), 0)],
)
def test_the_median_measurement_is_chosen(scores: Sequence[int | None], index: int) -> None:
    assert bands.median_of(scores) == index
