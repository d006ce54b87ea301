"""Renders the public pages: fills the placeholders of the built HTML and compresses it, once for all visitors."""

from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.template import Context, Engine, TemplateDoesNotExist

from website import theme
from website.compressed import Compressed, compressed
from website.models import WebsiteSettings

CACHE_SIZE = 32  # cached pages: each page with the current settings and with older ones


@dataclass(frozen=True, slots=True)
class PageValues:
    """The values of the placeholders (pwa/src/site/frame/placeholders.ts)."""

    name: str
    site: str
    support: str
    logo_url: str
    theme: str
    sells: bool  # whether payments are set up


class NotBuilt(Exception):
    """The build has no such page."""


def page_values(row: WebsiteSettings | None) -> PageValues:
    """The placeholders' values from the settings, or the defaults if there is no row."""
    row = row or WebsiteSettings()
    return PageValues(
        name=settings.PRODUCT_NAME,
        site=settings.SITE_URL,
        support=quote(settings.MAIL_REPLY_TO, safe="@"),
        logo_url=row.logo_url or "",
        theme=theme.theme(row.primary_color),
        sells=settings.STRIPE_SECRET_KEY is not None,
    )


@lru_cache(CACHE_SIZE)
def rendered_page(folder: Path, name: str, values: PageValues) -> Compressed:
    """The rendered page `name` of the build in `folder`. Raises NotBuilt."""
    try:
        template = _engine(folder).get_template(f"{name}.html")
    except TemplateDoesNotExist as error:
        raise NotBuilt(name) from error
    return compressed(template.render(Context(asdict(values))))


@lru_cache(1)
def _engine(folder: Path) -> Engine:
    return Engine(dirs=[str(folder)])
