"""The shapes of the website's doors."""

from ninja import Schema


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
