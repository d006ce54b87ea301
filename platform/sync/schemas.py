"""The shapes of the sync engine's HTTP doors."""

from typing import Any

from ninja import Schema
from pydantic import ConfigDict, Field


class Refusal(Schema):
    """Every refusal: a stable code, and words for a person."""

    code: str
    message: str


class StreamIn(Schema):
    model_config = ConfigDict(extra="forbid")

    s: str


class PositionOut(Schema):
    """Where a first load begins: the cursor `c` with its change `at`, and the tables to page through."""

    s: str
    e: str
    c: int
    at: str
    tables: list[str]


class EntryIn(Schema):
    model_config = ConfigDict(extra="forbid")

    kind: str
    body: dict[str, Any]


class BatchIn(Schema):
    model_config = ConfigDict(extra="forbid")

    entries: list[EntryIn] = Field(min_length=1, max_length=50)


class ResultOut(Schema):
    status: int
    body: dict[str, Any]


class BatchOut(Schema):
    """One result for each entry, in the same order."""

    results: list[ResultOut]
