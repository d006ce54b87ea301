"""The shapes of the sync engine's HTTP doors."""

from typing import Any, Generic, Literal, TypeVar

from ninja import Schema
from pydantic import ConfigDict, Field

Row = TypeVar("Row")


class Refusal(Schema):
    """Every refusal: a stable code, and words for a person."""

    code: str
    message: str


class OneRow(Schema, Generic[Row]):
    """What a door that selects a single row answers."""

    data: Row


class NoRow(Schema):
    """What such a door answers, with 200, when there is no row; clients ignore the code."""

    data: None
    code: Literal["PGRST116"]


NO_ROW = NoRow(data=None, code="PGRST116")


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
