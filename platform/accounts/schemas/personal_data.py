"""Schemas of export and erasure."""

from ninja import Schema
from pydantic import ConfigDict, Field


class ExportOut(Schema):
    """The path of the caller's export, and for how many seconds it is valid."""

    address: str
    valid_s: int


class ErasureCodeOut(Schema):
    """The address to which the code was mailed."""

    sent_to: str


class EraseIn(Schema):
    """`nonce` is the mailed code."""

    model_config = ConfigDict(extra="forbid")

    nonce: str = Field(min_length=1, max_length=20)
