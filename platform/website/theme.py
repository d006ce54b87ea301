"""The provider's colour as CSS, with what must follow from it to stay legible on every ground of the product."""

import re
from colorsys import hls_to_rgb, rgb_to_hls

DEFAULT = "#2563EB"
COLOR = re.compile(r"#[0-9A-Fa-f]{6}")
READABLE = 4.5  # WCAG 2: contrast of words to their ground
# The grounds that words in this colour stand on: --canvas and --raised of pwa/src/ui/tokens.css.
LIGHT_GROUND, DARK_GROUND = "#f5f6f9", "#181d27"
WHITE, BLACK = "#ffffff", "#0a1230"


def theme(primary_color: str) -> str:
    """A rule that sets the colour for the whole page; a text that is no colour counts as the default."""
    color = primary_color if COLOR.fullmatch(primary_color) else DEFAULT
    on_color = WHITE if contrast(color, WHITE) >= READABLE else max(WHITE, BLACK, key=lambda ink: contrast(color, ink))
    ink = f"light-dark({legible(color, LIGHT_GROUND)},{legible(color, DARK_GROUND)})"
    return f"html:root{{--primary:{color};--on-primary:{on_color};--primary-ink:{ink}}}"


def contrast(one: str, other: str) -> float:
    """WCAG 2's ratio, from 1 to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def legible(color: str, ground: str) -> str:
    """`color`, made darker or lighter until words in it can be read on `ground`."""
    hue, lightness, saturation = rgb_to_hls(*_channels(color))
    step = -0.01 if _luminance(ground) > _luminance(BLACK) * 10 else 0.01
    while contrast(color, ground) < READABLE and 0 <= lightness + step <= 1:
        lightness += step
        color = "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(hue, lightness, saturation))
    return color


def _channels(color: str) -> tuple[float, float, float]:
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _luminance(color: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _channels(color)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
