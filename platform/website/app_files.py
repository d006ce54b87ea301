"""The app's HTML document and service worker, with this installation's settings in place of the build's placeholders.

The build does not know the settings. A new value changes the worker's bytes and the revision under which it stores the
document, so that installed apps load the document again.
"""

from functools import lru_cache
from hashlib import blake2b
from html import escape
from pathlib import Path

from website.compressed import Compressed, compressed

NAME, SELLS = "%PRODUCT_NAME%", "%SELLS%"
FILES = {"/index.html": "text/html; charset=utf-8", "/sw.js": "text/javascript; charset=utf-8"}


@lru_cache(2 * len(FILES))
def app_file(folder: Path, path: str, name: str, *, sells: bool) -> Compressed | None:
    """The file at `path`, a key of FILES, of the build in `folder`; None before the app is built.

    `name` is the product's name; `sells` is true if payments are set up.
    """
    file = folder / path[1:]
    if not file.exists():
        return None
    text = file.read_text()
    if file.suffix == ".html":
        return compressed(text.replace(NAME, escape(name)).replace(SELLS, "yes" if sells else "no"))
    return compressed(text.replace(NAME, blake2b(f"{name} {sells}".encode(), digest_size=4).hexdigest()))
