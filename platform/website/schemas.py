"""The shapes of the website's doors."""

from typing import Annotated

from ninja import Schema
from pydantic import ConfigDict, EmailStr, Field

Typed = Annotated[str, Field(max_length=4000)]


class WebsiteSettingsOut(Schema):
    """A row of `website_settings`."""

    id: int
    logo_url: str | None
    primary_color: str
    hero_title: str
    hero_subtitle: str
    features_title: str


class HealthOut(Schema):
    status: str


class NotReadyOut(Schema):
    """`failed` has what keeps it from being ready: `database`, `migrations`, `writer`, `log`."""

    status: str
    failed: list[str]


class WebsiteSettingsIn(Schema):
    """What is left out stays; an empty title is the default again, an empty logo none."""

    model_config = ConfigDict(extra="forbid")

    primary_color: Typed | None = None
    hero_title: Typed | None = None
    hero_subtitle: Typed | None = None
    features_title: Typed | None = None
    logo_url: Typed | None = None


class NotifyIn(Schema):
    """Where to write when Spam Catcher is there."""

    model_config = ConfigDict(extra="forbid")

    email: EmailStr = Field(max_length=255)
