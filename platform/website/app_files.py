"""The app's HTML document and service worker, with this installation's settings in place of the build's placeholders.

The build does not know the settings. A new value changes the worker's bytes and the revision under which it stores the
document, so that installed apps load the document again.
"""

from functools import lru_cache
from hashlib import blake2b
from html import escape
from pathlib import Path

from website.compressed import Compressed, compressed

NAME, SELLS, GOOGLE = "%PRODUCT_NAME%", "%SELLS%", "%GOOGLE%"
FILES = {"/index.html": "text/html; charset=utf-8", "/sw.js": "text/javascript; charset=utf-8"}


@lru_cache(2 * len(FILES))
def app_file(folder: Path, path: str, name: str, *, sells: bool, google: bool) -> Compressed | None:
    """The file at `path`, a key of FILES, of the build in `folder`; None before the app is built.

    `name` is the product's name; `sells` is true if payments are set up, and `google` if users can sign in with Google.
    """
    file = folder / path[1:]
    if not file.exists():
        return None
    text = file.read_text()
    if file.suffix == ".html":
        for placeholder, value in ((NAME, escape(name)), (SELLS, _word(sells)), (GOOGLE, _word(google))):
            text = text.replace(placeholder, value)
        return compressed(text)
    return compressed(text.replace(NAME, blake2b(f"{name} {sells} {google}".encode(), digest_size=4).hexdigest()))


def _word(value: bool) -> str:
    return "yes" if value else "no"
