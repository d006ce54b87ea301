"""The public pages as visitors get them: the built HTML, its marked places filled, compressed once for all of them."""

import gzip
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.template import Context, Engine, TemplateDoesNotExist

from website import theme
from website.models import WebsiteSettings

KEPT = 32  # filled pages: each page in the settings of now and of a while ago


@dataclass(frozen=True, slots=True)
class Places:
    """What stands in the marked places (pwa/src/site/frame/places.tsx)."""

    name: str
    site: str
    support: str
    logo_url: str
    theme: str


@dataclass(frozen=True, slots=True)
class Filled:
    """A page in full, the same compressed, and what tells it from every other one."""

    html: bytes
    gzipped: bytes
    etag: str


class NotBuilt(Exception):
    """The build has no such page."""


def places(row: WebsiteSettings | None) -> Places:
    """The marked places as the settings have it; the defaults where there is no row."""
    row = row or WebsiteSettings()
    return Places(
        name=settings.PRODUCT_NAME,
        site=settings.SITE_URL,
        support=quote(settings.MAIL_REPLY_TO, safe="@"),
        logo_url=row.logo_url or "",
        theme=theme.theme(row.primary_color),
    )


@lru_cache(KEPT)
def filled(folder: Path, name: str, places: Places) -> Filled:
    """The page `name` of the build in `folder`. Raises NotBuilt."""
    try:
        template = _engine(folder).get_template(f"{name}.html")
    except TemplateDoesNotExist as absent:
        raise NotBuilt(name) from absent
    html = template.render(Context(asdict(places))).encode()
    return Filled(html, gzip.compress(html, mtime=0), f'W/"{blake2b(html, digest_size=12).hexdigest()}"')


@lru_cache(1)
def _engine(folder: Path) -> Engine:
    return Engine(dirs=[str(folder)])
