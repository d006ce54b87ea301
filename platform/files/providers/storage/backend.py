"""The interface of file storage backends, and the installation's backend."""

from functools import cache
from typing import Protocol
from uuid import UUID

from django.conf import settings


class FileStorage(Protocol):
    """Stores parts of uploads and complete files. All methods block. A `key` is `<bucket>/<name>`."""

    def put(self, upload_id: UUID, offset: int, part: bytes) -> None:
        """Store a part durably; a repeated part replaces it. May raise FileNotFoundError if earlier parts are lost."""

    def head(self, upload_id: UUID, size: int) -> bytes:
        """The first `size` bytes of an upload, or fewer if it has fewer. Raises FileNotFoundError if it has no parts."""
        ...

    def assemble(self, upload_id: UUID, key: str, content_type: str, size: int) -> None:
        """Turn the parts of an upload into the file `key` of `size` bytes, and delete the parts. Safe to repeat.

        Raises FileNotFoundError if bytes are lost.
        """

    def discard(self, upload_id: UUID) -> None:
        """Delete the parts of an upload, if there are any."""

    def store(self, key: str, content: bytes, content_type: str) -> None:
        """Store a small file that the server has created."""

    def read(self, key: str, start: int, size: int, *, retries: bool = True) -> bytes:
        """Up to `size` bytes from `start`. Raises FileNotFoundError, StorageUnavailable.

        Without `retries`, it tries once and waits for the bucket for at most three seconds.
        """
        ...

    def remove(self, key: str) -> None:
        """Delete a file, if it exists."""

    def direct_url(self, key: str, *, content_type: str, disposition: str) -> str | None:
        """A short-lived address at which the bucket serves the file, or None if the portal serves it."""

    def keeps_versions(self) -> bool | None:
        """Whether a deleted file can be restored; None if the bucket does not say. Raises StorageUnavailable."""


@cache
def file_storage() -> FileStorage:
    """The storage backend of this installation."""
    bucket = settings.FILES_BUCKET
    if bucket is not None:
        # Imported here, because the S3 client takes a second and 40 MB, which installations with a folder do not need.
        from files.providers.storage.s3_backend import BucketStorage

        return BucketStorage(
            name=bucket.name,
            endpoint=bucket.endpoint,
            region=bucket.region,
            access_key=bucket.access_key,
            secret_key=bucket.secret_key,
        )
    from files.providers.storage.folder_backend import FolderStorage

    return FolderStorage(settings.DATA_DIR / "files")
