"""The shapes of the files doors."""

from typing import Literal

from ninja import Schema
from pydantic import ConfigDict, Field


class SignIn(Schema):
    """Which file is to be fetched: itself, or the small picture of it."""

    model_config = ConfigDict(extra="forbid")

    url: str = Field(max_length=400)
    variant: Literal["file", "preview"] = "file"


class SignedOut(Schema):
    """An address for this person's session and `valid_s` seconds.

    It is null where there is no small picture; `is_coming` while one is still to be drawn.
    """

    address: str | None
    valid_s: int
    is_coming: bool = False
