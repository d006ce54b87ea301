"""The provider's colour as CSS, with derived colours that stay legible on every background of the product."""

import re
from dataclasses import dataclass
from urllib.parse import quote

DEFAULT = "#2563EB"
COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
SAFE_IN_URL = "/:?&=%.-_~"
READABLE = 4.5  # WCAG 2: contrast of text to its background
WHITE, BLACK = "#ffffff", "#0a1230"


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours that tokens.css mixes from the provider's colour, as pairs: its share, and the other colour."""

    ink: tuple[float, str]
    ground: str
    soft: tuple[float, str]

    def ink_of(self, color: str) -> str:
        """The legible text colour that is nearest to `color`."""
        return legible(_mixed(color, *self.ink), self.ground, _mixed(color, *self.soft))


LIGHT = Scheme(ink=(0.9, BLACK), ground="#f5f6f9", soft=(0.08, WHITE))
DARK = Scheme(ink=(0.52, WHITE), ground="#212936", soft=(0.2, "#141922"))


def theme(primary_color: str) -> str:
    """A CSS rule that sets the colour for the whole page; an invalid colour becomes the default."""
    color = primary_color if COLOR.fullmatch(primary_color) else DEFAULT
    on_color = WHITE if contrast(color, WHITE) >= READABLE else max(WHITE, BLACK, key=lambda ink: contrast(color, ink))
    ink = f"light-dark({LIGHT.ink_of(color)},{DARK.ink_of(color)})"
    return f"html:root{{--primary:{color};--on-primary:{on_color};--primary-ink:{ink}}}"


def logo(url: str) -> str:
    """A CSS rule that replaces the app's mark by the provider's logo (pwa/src/ui/brand/site-logo.tsx), or ""."""
    if not url:
        return ""
    return (
        f'html:root{{--site-logo:url("{quote(url, safe=SAFE_IN_URL)}");--site-logo-image:block;--site-logo-mark:none}}'
    )


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def legible(color: str, *grounds: str) -> str:
    """`color`, darkened on light grounds or lightened on dark ones until text in it is legible on all of them."""
    target = BLACK if contrast(grounds[0], BLACK) > contrast(grounds[0], WHITE) else WHITE
    steps = (_mixed(color, 1 - step / 50, target) for step in range(51))
    return next(ink for ink in steps if min(contrast(ink, ground) for ground in grounds) >= READABLE)


def _mixed(color: str, share: float, other: str) -> str:
    pairs = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (share * one + (1 - share) * two)):02x}" for one, two in pairs)


def _channels(color: str) -> tuple[float, float, float]:
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _luminance(color: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _channels(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
