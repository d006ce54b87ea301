"""What an embedding model makes of a text: kept as floats of single precision and unit length, and compared. Pure."""

from array import array
from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
from operator import mul

# Few enough that thousands of rows are compared while a person waits, and nearly as good as all of them.
DIMENSIONS = 256

Vector = Sequence[float]


def packed(vector: Vector) -> bytes:
    """At unit length, four bytes for each dimension."""
    length = sqrt(sum(map(mul, vector, vector))) or 1.0
    return array("f", [value / length for value in vector]).tobytes()


def unpacked(stored: bytes | memoryview) -> Vector:
    return array("f", bytes(stored))  # a store may give a view of them


def likeness(one: Vector, other: Vector) -> float:
    """Of two at unit length: 1 for the same meaning, about 0 for strangers."""
    return float(sum(map(mul, one, other)))


def digest(text: str) -> str:
    """Says whether a stored vector is still that of its text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
