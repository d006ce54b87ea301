"""Schemas of the files endpoints."""

from typing import Literal

from ninja import Schema
from pydantic import ConfigDict, Field


class SignIn(Schema):
    """The file to fetch: the file itself or its preview."""

    model_config = ConfigDict(extra="forbid")

    url: str = Field(max_length=400)
    variant: Literal["file", "preview"] = "file"


class PortraitIn(Schema):
    """The address of an admin's picture; "" for none."""

    model_config = ConfigDict(extra="forbid")

    url: str = Field(max_length=400)


class PortraitOut(Schema):
    """The picture of an admin. The admin's messages and reports have the same `name`."""

    name: str
    url: str


class PortraitsOut(Schema):
    rows: list[PortraitOut]


class SignedOut(Schema):
    """An address for this user's session, valid for `valid_s` seconds.

    `address` is null if there is no preview; `is_coming` is true while the preview is not drawn yet.
    """

    address: str | None
    valid_s: int
    is_coming: bool = False
