"""Finds the training that answers a question: by similarity of vectors, and by full-text search."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from chatbots.models import EmbeddingVector, SavedQuestion, TrainingRow
from chatbots.queries import full_text_search, vector_cache
from chatbots.queries.vector_cache import MAX_ROWS, Matrix, VectorsVersion
from chatbots.retrieval import embedded_model, ranking
from chatbots.retrieval.lexemes import lexemes
from chatbots.retrieval.vectors import Vector, most_similar, unpacked

MAX_MATCHES = 5
# A row answers the question if the dot product of their unit vectors is at least this.
SIMILAR = 0.3
# A row with at least this product may answer the question. The prompt then says that this is not certain.
RELATED = 0.2
# Limits of one full-text search: the words of a question, and the rows that contain a word.
MAX_WORDS, MAX_WITH_WORD = 20, 100
MAX_RANKED = 50  # rows of each of the two rankings, by similarity and by words
NO_VECTORS = VectorsVersion()

# A text's vectors by model name.
VectorsByModel = Mapping[str, Vector]


@dataclass(frozen=True, slots=True)
class Matches:
    """The rows that fit a question, the best first.

    `is_certain` is true if a row is similar to the question or shares rare words with it, and false if rows are only
    related. `is_complete` is true if every model has embedded all rows of the bot.
    """

    rows: list[TrainingRow]
    is_certain: bool
    is_complete: bool


@dataclass(frozen=True, slots=True)
class _Ranking:
    """The rows of `Matches`, as ids."""

    row_ids: list[UUID]
    is_certain: bool


def find(*, chatbot_id: UUID, question: str, question_vectors: VectorsByModel, limit: int = MAX_MATCHES) -> Matches:
    """The training rows that fit a question best; no rows if none is related to it."""
    [ranked], is_complete = _rankings(chatbot_id, [(question, question_vectors)])
    row_ids = ranked.row_ids[:limit]
    rows_by_id = TrainingRow.objects.in_bulk(row_ids)
    return Matches([rows_by_id[row_id] for row_id in row_ids if row_id in rows_by_id], ranked.is_certain, is_complete)


def check_questions(chatbot_id: UUID, saved: Sequence[SavedQuestion]) -> list[bool]:
    """Whether each of these saved questions finds its expected training row with certainty."""
    question_vectors: dict[UUID, dict[str, Vector]] = {one.id: {} for one in saved}
    stored = EmbeddingVector.objects.filter(row_id__in=question_vectors, chatbot_id=chatbot_id)
    for row_id, model, values in stored.values_list("row_id", "model", "values"):
        question_vectors[row_id][model] = unpacked(values)
    rankings, _ = _rankings(chatbot_id, [(one.question, question_vectors[one.id]) for one in saved])
    pairs = zip(saved, rankings, strict=True)
    return [ranked.is_certain and one.expects in ranked.row_ids[:MAX_MATCHES] for one, ranked in pairs]


def _rankings(chatbot_id: UUID, questions: Sequence[tuple[str, VectorsByModel]]) -> tuple[list[_Ranking], bool]:
    """The ranking for each question, and whether each model has embedded every row."""
    total = min(TrainingRow.objects.filter(chatbot_id=chatbot_id).count(), MAX_ROWS)
    versions = vector_cache.versions(chatbot_id)
    counts = Counter({model: version.count for model, version in versions.items()})
    rankings = []
    for question, question_vectors in questions:
        related, is_similar = list[UUID](), False
        if question_vectors:
            model = _most_complete_model(question_vectors, counts, total)
            vector = question_vectors[model]
            stored = vector_cache.matrix_of(chatbot_id, model, versions.get(model, NO_VECTORS), len(vector))
            related, is_similar = _related(vector, stored)
        words = full_text_search.rows_with(lexemes(question)[:MAX_WORDS], chatbot_id, limit=MAX_WITH_WORD)
        by_words = ranking.rank_by_words(words, total)[:MAX_RANKED]
        rows = ranking.merge(related, by_words) if is_similar or not by_words else by_words
        rankings.append(_Ranking(rows, is_similar or bool(by_words)))
    models = {model for _, question_vectors in questions for model in question_vectors}
    return rankings, all(counts[model] >= total for model in models)


def _most_complete_model(question_vectors: VectorsByModel, counts: Mapping[str, int], total: int) -> str:
    """The model that has embedded the most rows; if the counts are equal, the provider's model."""
    return max(question_vectors, key=lambda model: (min(counts[model], total), model != embedded_model.NAME))


def _related(vector: Vector, stored: Matrix) -> tuple[list[UUID], bool]:
    """The rows that are related to `vector`, the most similar first, and whether the first one is similar."""
    ranked = most_similar(vector, stored.rows, MAX_RANKED)
    products = {stored.ids[index]: product for index, product in ranked if product >= RELATED}
    # Read the row ids of these few vectors only, because reading thousands takes 50 ms.
    row_ids = dict(EmbeddingVector.objects.filter(id__in=products).values_list("id", "row_id"))
    ids = [id for id in products if id in row_ids]
    return [row_ids[id] for id in ids], bool(ids) and products[ids[0]] >= SIMILAR
