"""Which rows of training fit a question best: BM25 over the candidates that a store has found. Pure.

The stores rank differently (SQLite's FTS5 by BM25, PostgreSQL by its own measure), so that neither does: what they find
is every row with one of the words, and from all of these follows how rare each word is.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from uuid import UUID

SATURATION, LENGTH = 1.2, 0.7
# A row that has much of the question is worth more than one that repeats a word of it.
COVERAGE = 0.6
# What no row speaks of is not what the question is about, as far as this bot can tell; but it counts.
UNKNOWN = 0.25
# The larger, the less the first places count among several lists.
STEADY = 10


Concept = tuple[str, ...]


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


def rank(asked: Sequence[Concept], candidates: Sequence[Candidate], total: int) -> list[Ranked]:
    """The best first; `total` rows were looked at. Equal ones stand in the order of their ids."""
    counts = {one.id: Counter(one.lexemes) for one in candidates}
    containing = Counter(word for each in counts.values() for word in each)
    weights = {word: _weight(containing[word], total) for concept in asked for word in concept}
    wanted = list(dict.fromkeys(asked))
    heaviest = [max((weights[word] for word in one if containing[word]), default=0.0) for one in wanted]
    unknown = UNKNOWN * _weight(0, total)
    whole = sum(weight or unknown for weight in heaviest)
    mean = sum(len(one.lexemes) for one in candidates) / max(1, len(candidates))
    ranked = []
    for one in candidates:
        here = counts[one.id]
        longer = 1 - LENGTH + LENGTH * len(one.lexemes) / mean
        score = covered = 0.0
        for concept in wanted:
            best = max((weights[word] for word in concept if word in here), default=0.0)
            covered += best
            score += max(
                (
                    weights[word] * here[word] * (SATURATION + 1) / (here[word] + SATURATION * longer)
                    for word in concept
                ),
                default=0.0,
            )
        coverage = covered / whole
        ranked.append(Ranked(one.id, score * (1 - COVERAGE + COVERAGE * coverage), coverage))
    return sorted((one for one in ranked if one.score > 0), key=lambda one: (-round(one.score, 9), one.id))


def together(*lists: Sequence[UUID]) -> list[UUID]:
    """What several ways have found, each the best first, as one list: what stands high in one or in several of them."""
    points: defaultdict[UUID, float] = defaultdict(float)
    for found in lists:
        for place, row_id in enumerate(found):
            points[row_id] += 1 / (STEADY + place)
    return sorted(points, key=lambda row_id: (-points[row_id], row_id))


def _weight(containing: int, total: int) -> float:
    """A rare word says more; what many words mean is not rare."""
    return log(1 + (total - containing + 0.5) / (containing + 0.5))
