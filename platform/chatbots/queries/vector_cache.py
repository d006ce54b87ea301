"""A cache of the vectors of a bot's training as one matrix, valid until the stored vectors change.

Reading and unpacking 10,000 vectors takes 40 ms; the product of their matrix with a question 2 ms.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, QuerySet, Sum

from chatbots.models import EmbeddingVector
from chatbots.retrieval.vectors import Vector, matrix

MAX_ROWS = 20_000  # of one bot; older rows are left out
MAX_BYTES = 64 * 2**20  # of all cached matrices of a process; the newest one is cached even if it is larger
BATCH_SIZE = 2_000


@dataclass(frozen=True, slots=True)
class VectorsVersion:
    """The state of a bot's vectors, as their number and the sum of their ids.

    This is enough, because a vector never changes and no id is reused.
    """

    count: int = 0
    id_sum: int = 0


@dataclass(frozen=True, slots=True)
class Matrix:
    """Vectors as the rows of a matrix, and the id of each row's vector.

    The vectors are at least as new as `version`, because they are read after it.
    """

    version: VectorsVersion
    ids: list[int]
    rows: Vector


_lock = threading.Lock()
_cache: OrderedDict[tuple[UUID, str, int], Matrix] = OrderedDict()


def versions(chatbot_id: UUID) -> dict[str, VectorsVersion]:
    """The version of a bot's vectors, by model."""
    counts = _vectors(chatbot_id).values_list("model").annotate(Count("id"), Sum("id"))
    return {model: VectorsVersion(count, id_sum) for model, count, id_sum in counts}


def matrix_of(chatbot_id: UUID, model: str, version: VectorsVersion, dimensions: int) -> Matrix:
    """The vectors of this model for the newest `MAX_ROWS` rows of a bot. `version` must have been read just before."""
    key = (chatbot_id, model, dimensions)
    with _lock:
        cached = _cache.get(key)
        if cached is not None and cached.version == version:
            _cache.move_to_end(key)
            return cached
    result = _read(chatbot_id, model, version, dimensions)
    with _lock:
        _cache[key] = result
        _cache.move_to_end(key)
        while len(_cache) > 1 and sum(one.rows.nbytes for one in _cache.values()) > MAX_BYTES:
            _cache.popitem(last=False)
    return result


def _read(chatbot_id: UUID, model: str, version: VectorsVersion, dimensions: int) -> Matrix:
    newest = _vectors(chatbot_id).filter(model=model).order_by("-row_id").values_list("id", "values")[:MAX_ROWS]
    ids: list[int] = []

    def values() -> Iterator[bytes | memoryview]:
        for id, packed in newest.iterator(BATCH_SIZE):
            ids.append(id)
            yield packed

    return Matrix(version, ids, matrix(values(), dimensions))


def _vectors(chatbot_id: UUID) -> QuerySet[EmbeddingVector]:
    # `IN` lets SQLite read the newest rows from the index in order; `NOT is_question` does not.
    return EmbeddingVector.objects.filter(chatbot_id=chatbot_id, is_question__in=[False])
