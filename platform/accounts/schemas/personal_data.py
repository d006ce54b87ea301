"""The shapes of the doors to what is a person's own."""

from ninja import Schema
from pydantic import ConfigDict, Field


class ExportOut(Schema):
    """Where the caller's session fetches everything of theirs, for so many seconds."""

    address: str
    valid_s: int


class ErasureCodeOut(Schema):
    """The address to which the code was mailed."""

    sent_to: str


class EraseIn(Schema):
    """The code that was mailed."""

    model_config = ConfigDict(extra="forbid")

    nonce: str = Field(min_length=1, max_length=20)
