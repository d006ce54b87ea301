"""Pictures inside a mail. Most mail programs load no pictures from the web, but show pictures that the mail contains.

The HTML of a mail names a picture by its kind and subject: `<img src="cid:poster.01890000-...@mail" alt="...">`.
"""

import re
from base64 import b64encode
from collections.abc import Mapping

from mail import drawn_pictures, ports

PICTURE_TAG = re.compile(
    r'<img src="cid:(?P<name>(?P<kind>[a-z]+)\.(?P<subject>[0-9a-f-]*)@mail)" alt="(?P<alt>[^"]*)"[^>]*>'
)
SIZE_MAX = 128 * 1024
# The types that every mail program shows, by a file's first bytes.
SIGNATURES = {b"\xff\xd8\xff": "jpeg", b"\x89PNG\r\n\x1a\n": "png", b"GIF8": "gif"}
Pictures = Mapping[str, bytes]


async def fetch(html: str) -> Pictures:
    """The pictures of other apps that a mail's HTML shows, by name, without those that are deleted or too large."""
    pictures: dict[str, bytes] = {}
    for shown in PICTURE_TAG.finditer(html):
        picture = await ports.pictures.read(shown["kind"], shown["subject"])
        if picture is not None and len(picture) <= SIZE_MAX and type_of(picture):
            pictures[shown["name"]] = picture
    return pictures


def own_pictures(color: str, on_color: str, cover_color: str) -> Pictures:
    """The pictures that mail draws in the provider's colours."""
    return {"mark.@mail": drawn_pictures.mark(color, on_color), "play.@mail": drawn_pictures.play(cover_color)}


def resolve(html: str, pictures: Pictures) -> tuple[str, Pictures]:
    """The HTML, with the alternative text instead of each missing picture, and the pictures that it shows."""
    names = {shown["name"] for shown in PICTURE_TAG.finditer(html)}
    html = PICTURE_TAG.sub(lambda shown: shown[0] if shown["name"] in pictures else shown["alt"], html)
    return html, {name: picture for name, picture in pictures.items() if name in names}


def as_page(html: str, pictures: Pictures) -> str:
    """The HTML as a browser shows it, with its pictures as `data:` URLs."""
    html, shown = resolve(html, pictures)
    for name, picture in shown.items():
        data = f"data:image/{type_of(picture)};base64,{b64encode(picture).decode()}"
        html = html.replace(f'src="cid:{name}"', f'src="{data}"')
    return html


def type_of(picture: bytes) -> str:
    """The subtype of `image/`, such as `png`, or "" for a type that some mail programs do not show."""
    return next((subtype for signature, subtype in SIGNATURES.items() if picture.startswith(signature)), "")
