"""Which rows of training fit a question best: BM25 over the candidates that a store has found. Pure.

The stores rank differently (SQLite's FTS5 by BM25, PostgreSQL by its own measure), so that neither does: what they find
is every row with one of the words, and from all of these follows how rare each word is.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from uuid import UUID

from chatbots.lexemes import MEANING

SATURATION, LENGTH = 1.2, 0.4
# What only means the same counts less than the same word.
SAME_MEANING = 0.6
# A row that has much of the question is worth more than one that repeats a word of it.
COVERAGE = 0.6


@dataclass(frozen=True, slots=True)
class Candidate:
    id: UUID
    lexemes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """`coverage`: how much of the question's weight the row has, from 0 to 1."""

    id: UUID
    score: float
    coverage: float


def rank(asked: Sequence[str], candidates: Sequence[Candidate], total: int) -> list[Ranked]:
    """The best first; `total` rows were looked at. Equal ones stand in the order of their ids."""
    words = list(dict.fromkeys(asked))
    counts = {one.id: Counter(one.lexemes) for one in candidates}
    weights = {word: _weight(word, sum(word in each for each in counts.values()), total) for word in words}
    whole = sum(weights.values())
    if whole == 0:
        return []
    mean = sum(len(one.lexemes) for one in candidates) / max(1, len(candidates))
    ranked = []
    for one in candidates:
        here = counts[one.id]
        longer = 1 - LENGTH + LENGTH * len(one.lexemes) / mean
        score = sum(
            weight * here[word] * (SATURATION + 1) / (here[word] + SATURATION * longer)
            for word, weight in weights.items()
            if word in here
        )
        coverage = sum(weight for word, weight in weights.items() if word in here) / whole
        ranked.append(Ranked(one.id, score * (1 - COVERAGE + COVERAGE * coverage), coverage))
    return sorted((one for one in ranked if one.score > 0), key=lambda one: (-round(one.score, 9), one.id))


def _weight(word: str, containing: int, total: int) -> float:
    rare = log(1 + (total - containing + 0.5) / (containing + 0.5))
    return rare * (SAME_MEANING if word.startswith(MEANING) else 1.0)
