"""The schemas of the website's endpoints."""

from typing import Annotated, Literal

from ninja import Schema
from pydantic import ConfigDict, EmailStr, Field

SettingText = Annotated[str, Field(max_length=4000)]


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
    """`failed` has the names of the failed checks, such as `database` or `data folder` (website.workflows.readiness)."""

    status: str
    failed: list[str]


class WebsiteSettingsIn(Schema):
    """A change of settings. Omitted fields stay unchanged; an empty title resets it, an empty or null logo removes it.

    There is only one row, whose `id` is 1.
    """

    model_config = ConfigDict(extra="forbid")

    id: Literal[1] | None = None
    primary_color: SettingText | None = None
    hero_title: SettingText | None = None
    hero_subtitle: SettingText | None = None
    features_title: SettingText | None = None
    logo_url: SettingText | None = None


class NotifyIn(Schema):
    """The address to notify when Spam Catcher is available."""

    model_config = ConfigDict(extra="forbid")

    email: EmailStr = Field(max_length=255)
