"""The buckets: the files that each accepts, its error texts, and the names and addresses of files. Pure."""

import secrets
from dataclasses import dataclass
from pathlib import PurePath

from core.clock import now
from files.errors import FileNotFound, FileTooLarge, TypeNotSupported

MB = 1024 * 1024
URL_PREFIX = "/storage/v1/object/"
DOCUMENTS = frozenset({"pdf", "doc", "docx", "xls", "xlsx", "jpg", "jpeg", "png", "gif", "txt", "zip"})
VIDEOS = frozenset({"mp4", "webm", "ogg", "ogv", "mov", "qt", "avi"})
PICTURES = frozenset({"jpg", "jpeg", "png", "gif"})
PHOTOS = frozenset({"jpg", "jpeg", "png", "webp"})
# The extension for each content type, because some devices, such as cameras, send names without an extension.
EXTENSIONS = {
    "application/pdf": "pdf",
    "application/msword": "doc",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.ms-excel": "xls",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/gif": "gif",
    "image/webp": "webp",
    "text/plain": "txt",
    "application/zip": "zip",
    "video/mp4": "mp4",
    "video/webm": "webm",
    "video/ogg": "ogv",
    "video/quicktime": "mov",
    "video/x-msvideo": "avi",
}


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket. `folder` is the prefix of each name in it.

    `max_bytes` is the maximum size of a file, `pixels` the maximum width and height of a picture.
    """

    name: str
    folder: str
    extensions: frozenset[str]
    max_bytes: int
    too_large: str
    not_supported: str
    is_public: bool = False
    for_admins: bool = False
    pixels: tuple[int, int] | None = None


ATTACHMENTS = Bucket(
    name="message-attachments",
    folder="",
    extensions=DOCUMENTS,
    max_bytes=100 * MB,
    too_large="File size must be less than 100MB",
    not_supported="File type not supported",
)
REPORT_VIDEOS = Bucket(
    name="report-videos",
    folder="reports/",
    extensions=VIDEOS,
    max_bytes=500 * MB,
    too_large="Video file size must be less than 500MB",
    not_supported="Video must be MP4, WebM, OGG, QuickTime, or AVI format",
    for_admins=True,
)
WEBSITE_ASSETS = Bucket(
    name="website-assets",
    folder="logos/",
    extensions=PICTURES,
    max_bytes=5 * MB,
    too_large="File size must be less than 5MB",
    not_supported="File must be JPEG, PNG, or GIF",
    is_public=True,
    for_admins=True,
    pixels=(800, 200),
)
PORTRAIT_PX = 256  # twice the largest size in which a portrait is shown
PORTRAITS = Bucket(
    name="portraits",
    folder="",
    extensions=PHOTOS,
    max_bytes=MB // 2,
    too_large="File size must be less than 512KB",
    not_supported="File must be JPEG, PNG, or WebP",
    for_admins=True,
    pixels=(PORTRAIT_PX, PORTRAIT_PX),
)
BUCKETS = {bucket.name: bucket for bucket in (ATTACHMENTS, REPORT_VIDEOS, WEBSITE_ASSETS, PORTRAITS)}
LARGEST = max(bucket.max_bytes for bucket in BUCKETS.values())


def extension_of(bucket: Bucket, title: str, content_type: str, length: int) -> str:
    """The extension of a new file, by its title, else by its content type. Raises TypeNotSupported, FileTooLarge."""
    extension = PurePath(title).suffix.lstrip(".").lower() or EXTENSIONS.get(
        content_type.partition(";")[0].strip().lower(), ""
    )
    if extension not in bucket.extensions:
        raise TypeNotSupported(bucket.not_supported)
    if length > bucket.max_bytes:
        raise FileTooLarge(bucket.too_large)
    return extension


def new_name(bucket: Bucket, extension: str) -> str:
    """A new name: `<folder><timestamp in milliseconds>-<random>.<extension>`."""
    return f"{bucket.folder}{int(now().timestamp() * 1000)}-{secrets.token_hex(8)}.{extension}"


def address(bucket: str, name: str) -> str:
    """The address that rows store. To fetch a file of a private bucket, a device must request a signed address."""
    return f"{URL_PREFIX}{bucket}/{name}"


def parts_of(url: str) -> tuple[str, str]:
    """The bucket and the name in an address. Raises FileNotFound."""
    bucket, _, name = url.removeprefix(URL_PREFIX).partition("/")
    if not url.startswith(URL_PREFIX) or bucket not in BUCKETS or not name or "\x00" in name:
        raise FileNotFound
    return bucket, name
