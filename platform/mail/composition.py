"""Composes a mail: headers, plain text and HTML, with the provider's brand."""

import re
from dataclasses import dataclass
from datetime import timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.template import Context, Engine

from core.clock import now
from core.text import printable
from mail import inline_pictures
from mail.headers import HEADERS
from mail.inline_pictures import Pictures
from mail.ports import Brand
from mail.texts import KINDS

TEMPLATES = Path(__file__).with_name("templates")
COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
DEFAULT_COLOR = "#2563EB"
BRIGHT = 0.3  # relative luminance above which black text is easier to read than white text
NIGHT, COVER_SHARE = "#0a1230", 0.4  # NIGHT mixed with this share of any color is dark enough for white text
NO_PICTURES: Pictures = {}
HEADER_MAX = 200
LINE_MAX = 900  # octets; RFC 5322 allows at most 998 in a line


@dataclass(frozen=True, slots=True)
class MailContent:
    """The content of one mail; "" for absent fields. `services.send` explains `address`, `when`, `what` and `lines`."""

    id: UUID
    kind: str
    to: str
    code: str = ""
    link: str = ""
    address: str = ""
    good_for: timedelta | None = None
    when: str = ""
    what: str = ""
    lines: str = ""
    # For a mail that another app has composed: its texts, and the URL that unsubscribes from such mails.
    subject: str = ""
    text: str = ""
    html: str = ""
    leave: str = ""


def compose(content: MailContent, brand: Brand, pictures: Pictures = NO_PICTURES) -> EmailMessage:
    """The complete mail. `pictures` are the pictures of other apps that its HTML may show.

    No line breaks are added to the plain text, so a code or link can be copied from the raw file.
    """
    if content.html:
        return _mail(content, brand, content.subject, content.text, content.html, pictures)
    words = KINDS[content.kind]
    fields = {"name": brand.name, "address": content.address, "when": content.when, "what": content.what}
    context = {
        **frame_context(brand),
        "title": words.title.format(**fields),
        "lead": words.lead.format(**fields),
        "lines": content.lines.splitlines(),
        "action": words.action.format(**fields),
        "note": words.note.format(**fields),
        "code": content.code,
        "link": content.link,
        "good_for": _duration_text(content.good_for),
    }
    text = _engine().get_template("email.txt").render(Context(context, autoescape=False))
    html = _engine().get_template("email.html").render(Context(context))
    return _mail(content, brand, words.subject.format(**fields), text, html, pictures)


def frame_context(brand: Brand) -> dict[str, object]:
    """The context of `frame.html`: the provider's name, logo and colour, and the portal's URL."""
    return {
        "brand": brand.name,
        "logo_url": brand.logo_url,
        **_colors(brand),
        "site": settings.SITE_URL,
        "host": urlsplit(settings.SITE_URL).netloc,
    }


def with_drawn_pictures(pictures: Pictures, brand: Brand) -> Pictures:
    """`pictures`, and the pictures that mail draws in the provider's colours."""
    return {**inline_pictures.own_pictures(**_colors(brand)), **pictures}


def _colors(brand: Brand) -> dict[str, str]:
    color = brand.color if COLOR.fullmatch(brand.color) else DEFAULT_COLOR
    return {
        "color": color,
        "on_color": "#10151f" if _luminance(color) > BRIGHT else "#ffffff",
        "cover_color": _mixed(color, NIGHT, COVER_SHARE),
    }


def _mail(content: MailContent, brand: Brand, subject: str, text: str, html: str, pictures: Pictures) -> EmailMessage:
    message = EmailMessage(HEADERS)
    message["Subject"] = printable(subject, HEADER_MAX)
    message["From"] = Address(printable(brand.name, HEADER_MAX), addr_spec=settings.MAIL_FROM)
    local_part, _, domain = content.to.rpartition("@")
    message["To"] = Address(username=local_part, domain=domain)  # `addr_spec` would reject two dots in a row
    message["Reply-To"] = Address(addr_spec=settings.MAIL_REPLY_TO)
    message["Date"] = format_datetime(now())
    message["Message-ID"] = f"<{content.id}@{settings.MAIL_FROM.partition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    if content.leave:
        message["List-Unsubscribe"] = f"<{content.leave}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    encoding = "8bit" if max(map(len, text.encode().splitlines())) < LINE_MAX else "quoted-printable"
    message.set_content(text, cte=encoding)
    html, shown = inline_pictures.resolve(html, with_drawn_pictures(pictures, brand))
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    page = message.get_body(("html",))
    assert isinstance(page, EmailMessage)
    for name, picture in shown.items():
        kind = inline_pictures.type_of(picture)
        page.add_related(
            picture, "image", kind, cid=f"<{name}>", disposition="inline", filename=f"{name.partition('.')[0]}.{kind}"
        )
    return message


@cache
def _engine() -> Engine:
    return Engine(dirs=[str(TEMPLATES)])


def _duration_text(span: timedelta | None) -> str:
    if span is None:
        return ""
    minutes = round(span.total_seconds() / 60)
    if minutes < 60:
        return "1 minute" if minutes == 1 else f"{minutes} minutes"
    hours = minutes // 60
    return "1 hour" if hours == 1 else f"{hours} hours"


def _luminance(color: str) -> float:
    """The relative luminance of WCAG for a color like `#rrggbb`: 0 for black, 1 for white."""
    parts = [part / 255 for part in _parts(color)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(color: str, other: str, share: float) -> str:
    """The mix of `color`, with this `share`, and `other`."""
    pairs = zip(_parts(color), _parts(other), strict=True)
    return "#" + "".join(f"{round(one * share + two * (1 - share)):02x}" for one, two in pairs)


def _parts(color: str) -> list[int]:
    """Red, green and blue of a color like `#rrggbb`."""
    return [int(color[at : at + 2], 16) for at in (1, 3, 5)]
