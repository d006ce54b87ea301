"""The app's document and service worker, with the product's name in the build's placeholders.

The build does not know the name. A new name changes the worker's bytes and the revision under which it stores the
document, so that installed apps load the document again.
"""

from functools import lru_cache
from hashlib import blake2b
from html import escape
from pathlib import Path

from website.compressed import Compressed, compressed

PLACEHOLDER = "%PRODUCT_NAME%"
FILES = {"/index.html": "text/html; charset=utf-8", "/sw.js": "text/javascript; charset=utf-8"}


@lru_cache(2 * len(FILES))
def app_file(folder: Path, path: str, name: str) -> Compressed | None:
    """The file at `path`, a key of FILES, of the build in `folder`; None before the app is built."""
    file = folder / path[1:]
    if not file.exists():
        return None
    value = escape(name) if file.suffix == ".html" else blake2b(name.encode(), digest_size=4).hexdigest()
    return compressed(file.read_text().replace(PLACEHOLDER, value))
