"""Where bytes lie: a folder of this machine, or a bucket. Parts of unfinished uploads and whole files."""

from functools import cache
from typing import Protocol
from uuid import UUID

from django.conf import settings


class Shelf(Protocol):
    """Blocking: flows call it in threads. A `key` is `<bucket>/<name>`."""

    def put(self, upload_id: UUID, offset: int, part: bytes) -> None:
        """Keep a part for good; the same part again replaces it. May raise FileNotFoundError where those before it are gone."""

    def head(self, upload_id: UUID, size: int) -> bytes:
        """The first `size` bytes of an upload, or as many as there are."""
        ...

    def keep(self, upload_id: UUID, key: str, content_type: str) -> None:
        """Make the parts of a complete upload the file `key`; nothing happens if that was done before."""

    def discard(self, upload_id: UUID) -> None:
        """Remove the parts of an upload, if there are any."""

    def store(self, key: str, whole: bytes, content_type: str) -> None:
        """Keep a small file that we made."""

    def read(self, key: str, start: int, size: int) -> bytes:
        """Up to `size` bytes from `start`. Raises FileNotFoundError."""
        ...

    def remove(self, key: str) -> None:
        """Remove a file, if it is there."""

    def elsewhere(self, key: str, *, content_type: str, disposition: str) -> str | None:
        """A short-lived address at which the bucket itself gives the file; None where we do."""


@cache
def shelf() -> Shelf:
    """The one of this installation."""
    bucket = settings.FILES_BUCKET
    if bucket is not None:
        # Only here: a bucket's client takes a second and 40 MB, which an installation with a folder never needs.
        from files.storage.s3_backend import BucketShelf

        return BucketShelf(
            name=bucket.name,
            endpoint=bucket.endpoint,
            region=bucket.region,
            access_key=bucket.access_key,
            secret_key=bucket.secret_key,
        )
    from files.storage.folder_backend import FolderShelf

    return FolderShelf(settings.DATA_DIR / "files")
