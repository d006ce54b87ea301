"""Detects the content type of a file by its first bytes, and checks that its extension fits. Pure."""

import filetype

from files.buckets import Bucket
from files.errors import TypeNotSupported

HEAD_SIZE = 8192
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP, OFFICE, TEXT = "zip", "office", "text"
IN_ZIP = {
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}
IN_OFFICE = {"doc": "application/msword", "xls": "application/vnd.ms-excel"}
BY_CONTENT = {
    "application/pdf": frozenset({"pdf"}),
    # Pictures often have the extension of another picture format, and videos likewise; the content decides.
    **dict.fromkeys(("image/jpeg", "image/png", "image/gif"), frozenset({"jpg", "jpeg", "png", "gif"})),
    "image/webp": frozenset({"webp"}),
    **dict.fromkeys(
        ("video/mp4", "video/webm", "video/ogg", "video/quicktime", "video/x-msvideo"),
        frozenset({"mp4", "webm", "ogg", "ogv", "mov", "qt", "avi"}),
    ),
}
ALIASES = {"image/apng": "image/png", "video/x-m4v": "video/mp4", "audio/ogg": "video/ogg"}
CONTROL_BYTES = frozenset(range(32)) - frozenset(b"\t\n\r\f\x1b")


def type_of(bucket: Bucket, extension: str, head: bytes) -> str:
    """The content type of a file with this extension and these first bytes. Raises TypeNotSupported."""
    content = _content(head)
    if content == ZIP and extension in IN_ZIP:
        return IN_ZIP[extension]
    if content == OFFICE and extension in IN_OFFICE:
        return IN_OFFICE[extension]
    if content == TEXT and extension == "txt":
        return "text/plain"
    if extension in BY_CONTENT.get(content, ()) and extension in bucket.extensions:
        return content
    raise TypeNotSupported(bucket.not_supported)


def _content(head: bytes) -> str:
    if head.startswith(OLE):
        return OFFICE
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return ZIP
    kind = filetype.guess(head)
    if kind is not None:
        mime = str(kind.mime)
        return ALIASES.get(mime, mime)
    return TEXT if _is_text(head) else ""


def _is_text(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    return not CONTROL_BYTES & set(head)
