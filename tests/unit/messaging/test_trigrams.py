"""The trigrams that a search uses: a few of the rarest that do not overlap."""

import pytest

from messaging.trigrams import query_grams

# As in real messages, some words are in nearly all of them and some in one.
TEXTS = ["the invoice of the harbor"] * 8 + ["the invoice of the quay", "zebra"]


@pytest.mark.parametrize(
    ("search_words", "grams"),
    [
        ("", []),
        ("ab", []),
        ("abc", ["abc"]),
        ("zili", ["zil", "ili"]),
        ("the zebra quay", ["e z", "ra ", "qua", " ze"]),
        ("the invoice of the harbor", ["e h", "arb", "the", " in"]),
        ("the invoice of the quay", ["e q", "uay", "the", " in"]),
    ],
)
def test_a_search_uses_the_rarest_trigrams_that_do_not_overlap(search_words: str, grams: list[str]) -> None:
    assert query_grams(search_words, TEXTS) == grams


def test_a_long_query_uses_few_of_its_rarest_trigrams() -> None:
    query = ("the invoice of the harbor, " * 8)[:190] + " zebra"
    texts = [query[at : at + 40] for at in range(0, 150, 10)]
    assert query_grams(query, texts) == [" t ", "zeb", "the", " in"]
