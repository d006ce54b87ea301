"""Packs vectors of texts in half precision, and compares them. Pure."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# The length of a provider's vectors. Longer ones give hardly better results and are slower to compare.
DIMENSIONS = 256

Vector: TypeAlias = "NDArray[np.float32]"


def unit(values: Any) -> Vector:
    """These numbers as a vector of length 1."""
    import numpy as np

    vector = np.asarray(values, dtype=np.float32)
    return vector / (np.linalg.norm(vector) or np.float32(1))


def mean(vectors: Sequence[Vector]) -> Vector:
    """The mean vector. Its dot product with any vector is the mean of the dot products of `vectors` with it."""
    import numpy as np

    return np.asarray(np.mean(vectors, axis=0), dtype=np.float32)


def packed(vector: Vector) -> bytes:
    """`vector` as bytes, two for each dimension."""
    return vector.astype("<f2").tobytes()


def unpacked(stored: bytes | memoryview) -> Vector:
    """The vector that `packed` stored. Some databases return a memoryview."""
    import numpy as np

    return np.frombuffer(bytes(stored), dtype="<f2").astype(np.float32)


def matrix(stored: Iterable[bytes | memoryview], dimensions: int) -> Vector:
    """Packed vectors as the rows of a matrix. A vector of another length becomes a row of zeros."""
    import numpy as np

    size = 2 * dimensions
    content = b"".join(one if len(one) == size else bytes(size) for one in stored)
    return np.frombuffer(content, dtype="<f2").reshape(-1, dimensions).astype(np.float32)


def most_similar(vector: Vector, rows: Vector, limit: int) -> list[tuple[int, float]]:
    """The rows of a matrix that are most similar to `vector`, the best first, as (index, dot product).

    The dot product is 1 for the same meaning and about 0 for unrelated texts.
    """
    import numpy as np

    products = rows @ vector
    return [(int(index), float(products[index])) for index in np.argsort(-products, kind="stable")[:limit]]
