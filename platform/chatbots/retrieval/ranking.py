"""Ranks training rows by the words that they share with a question, and merges rankings. Pure.

The databases rank differently (SQLite's FTS5 by BM25, PostgreSQL by its own measure), so this ranks their candidates.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import log
from uuid import UUID

SATURATION, LENGTH = 1.2, 0.7  # the parameters k1 and b of BM25
# A row must contain this share of the question's words, weighted by rarity, because one common word is no match.
COVERAGE = 0.5
# The constant of reciprocal rank fusion. A larger one gives the first places of a list less weight.
RANK_CONSTANT = 5


def rank_by_words(rows_by_word: Mapping[str, Mapping[UUID, Sequence[str]]], total: int) -> list[UUID]:
    """The rows that contain enough of a question's words, the best first, by BM25.

    `rows_by_word` maps each word to the rows that contain it, with all lexemes of each row. `total` is the number of
    the bot's rows.
    """
    rows = {row_id: Counter(words) for matching in rows_by_word.values() for row_id, words in matching.items()}
    weights = {
        word: log(1 + (total - len(matching) + 0.5) / (len(matching) + 0.5)) for word, matching in rows_by_word.items()
    }
    total_weight = sum(weights.values())
    mean_length = sum(map(Counter.total, rows.values())) / max(1, len(rows))
    scores: dict[UUID, float] = {}
    for row_id, counts in rows.items():
        shared = [word for word in weights if counts[word]]
        if sum(weights[word] for word in shared) >= COVERAGE * total_weight:
            saturation = SATURATION * (1 - LENGTH + LENGTH * counts.total() / mean_length)
            scores[row_id] = sum(weights[word] * counts[word] / (counts[word] + saturation) for word in shared)
    return sorted(scores, key=lambda row_id: (-round(scores[row_id], 9), row_id))


def merge(*lists: Sequence[UUID]) -> list[UUID]:
    """Merge rankings, each with the best first, by reciprocal rank fusion.

    Of rows with equal scores, the row of the earlier list comes first.
    """
    scores: defaultdict[UUID, float] = defaultdict(float)
    for row_ids in lists:
        for rank, row_id in enumerate(row_ids):
            scores[row_id] += 1 / (RANK_CONSTANT + rank)
    return sorted(scores, key=lambda row_id: -scores[row_id])
