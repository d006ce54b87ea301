"""Texts with many combining marks are normalized in linear time, and texts of real languages are not changed."""

import time
from collections.abc import Callable
from unicodedata import normalize

import pytest

from chatbots.retrieval.lexemes import lexemes
from chatbots.retrieval.wordpiece import token_ids
from core.text import MARKS_MAX, with_few_marks
from messaging.trigrams import fold

HOSTILE = ("a" + "\u0300\u0316" * 9_999, "\u0f73" * 19_999, "\uff9e\u0300" * 9_999, "\u0344\u0316" * 9_999)
ORDINARY = "a\u0300" * 10_000


def seconds(work: Callable[[str], object], text: str) -> float:
    """The least processor time of several runs, because other programs slow some of them down."""
    times = []
    for _ in range(5):
        began = time.process_time()
        work(text)
        times.append(time.process_time() - began)
    return min(times)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("work", [fold, lexemes, token_ids])
def test_many_marks_take_no_longer_than_an_ordinary_text(work: Callable[[str], object], text: str) -> None:
    assert seconds(work, text) < 5 * seconds(work, ORDINARY)  # 0.1 to 0.8 times; sorting all marks takes 10 to 2000


def test_marks_beyond_the_limit_are_left_out() -> None:
    text = "ab" + "\u0301" * 40 + "c\u0301"
    assert with_few_marks(text) == "ab" + "\u0301" * MARKS_MAX + "c\u0301"


@pytest.mark.parametrize(
    "text",
    ["Straße", "İstanbul", "Việt Nam", normalize("NFD", "Việt Nam, ế" * 20), "שָׁלוֹם" * 20, "ทำไม่ได้" * 20, "བསྒྲུབས" * 20],
)
def test_a_text_of_a_language_is_unchanged(text: str) -> None:
    assert with_few_marks(text) == text
