"""Cache headers of the built PWA: hashed files are immutable, everything else is revalidated."""

import re

HASHED = re.compile(r"^/assets/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9.]+$")


def is_immutable(path: str, url: str) -> bool:
    """Whether a file's name contains its content's hash (Vite's names)."""
    return HASHED.match(url) is not None


def add_headers(headers: dict[str, str], path: str, url: str) -> None:
    """Make browsers revalidate files without a hash at each use."""
    if not is_immutable(path, url):
        headers["Cache-Control"] = "no-cache"
