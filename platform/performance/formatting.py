"""Formats sizes, times and URLs for sentences. Pure."""

from urllib.parse import unquote, urlsplit

from core.text import printable

NAME_MAX = 60


def size(count: float) -> str:
    """A number of bytes as text: `2.1 MB`, `140 kB`, `90 bytes`."""
    if count >= 1_000_000:
        return f"{count / 1_000_000:.1f} MB"
    return f"{round(count / 1000)} kB" if count >= 1000 else f"{round(count)} bytes"


def time(ms: float) -> str:
    """Milliseconds as text: `2.4 s`, `380 ms`."""
    return f"{ms / 1000:.1f} s" if ms >= 1000 else f"{round(ms)} ms"


def name_of(url: str) -> str:
    """A short name for a URL on a page: the file's name, else the host."""
    try:
        parts = urlsplit(url)
        name = unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.hostname or url
    except ValueError:
        name = url  # copied from the page's HTML, so it may not be a URL
    return short(name)


def short(name: str) -> str:
    """An untrusted name for use in a sentence: printable characters only, cut to `NAME_MAX` characters."""
    text = printable(name, len(name))
    return text if len(text) <= NAME_MAX else f"{text[: NAME_MAX - 1]}…"


def points(count: int) -> str:
    """A number of points without its sign: `1 point`, `3 points`."""
    return "1 point" if abs(count) == 1 else f"{abs(count)} points"


def joined(names: list[str]) -> str:
    """The names as a list in a sentence: `a`, `a and b`, `a, b and c`, `a, b and 4 more`."""
    if len(names) > 3:
        return f"{names[0]}, {names[1]} and {len(names) - 2} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1] if names else ""]))
