"""Stores files in an S3 bucket with django-storages. Parts are there too, because several servers share the bucket."""

from collections.abc import Iterator
from io import RawIOBase
from typing import Any
from uuid import UUID

from boto3.s3.transfer import TransferConfig
from botocore.exceptions import ClientError
from storages.backends.s3 import S3Storage

VALID_S = 300
PARTS = "uploads"
# One piece at a time, because ten threads would hold 80 MB of a video in memory.
BY_ITSELF = TransferConfig(use_threads=False)


class BucketStorage:
    """See files.providers.storage.backend. A part is an object named by its offset, because S3 multipart needs parts of 5 MB."""

    def __init__(self, *, name: str, endpoint: str, region: str, access_key: str, secret_key: str) -> None:
        self._storage: Any = S3Storage(
            bucket_name=name,
            endpoint_url=endpoint,
            region_name=region,
            access_key=access_key,
            secret_key=secret_key,
            addressing_style="path",
            signature_version="s3v4",
            querystring_auth=True,
        )

    def put(self, upload_id: UUID, offset: int, part: bytes) -> None:
        self.store(f"{PARTS}/{upload_id}/{offset:012}", part, "application/octet-stream")

    def head(self, upload_id: UUID, size: int) -> bytes:
        return _Joined(self, self._parts(upload_id)).read(size)

    def keep(self, upload_id: UUID, key: str, content_type: str) -> None:
        parts = self._parts(upload_id)
        if parts:
            whole = _Joined(self, parts)
            self._storage.bucket.Object(key).upload_fileobj(
                whole, ExtraArgs={"ContentType": content_type}, Config=BY_ITSELF
            )
            self.discard(upload_id)

    def discard(self, upload_id: UUID) -> None:
        self._storage.bucket.objects.filter(Prefix=f"{PARTS}/{upload_id}/").delete()

    def store(self, key: str, whole: bytes, content_type: str) -> None:
        self._storage.bucket.put_object(Key=key, Body=whole, ContentType=content_type)

    def read(self, key: str, start: int, size: int) -> bytes:
        try:
            response = self._storage.bucket.Object(key).get(Range=f"bytes={start}-{start + size - 1}")
        except ClientError as error:
            raise FileNotFoundError(key) from error
        return bytes(response["Body"].read())

    def remove(self, key: str) -> None:
        self._storage.delete(key)

    def direct_url(self, key: str, *, content_type: str, disposition: str) -> str | None:
        parameters = {"ResponseContentType": content_type, "ResponseContentDisposition": disposition}
        return str(self._storage.url(key, parameters=parameters, expire=VALID_S))

    def _parts(self, upload_id: UUID) -> list[tuple[str, int]]:
        """Keys and sizes of the consecutive parts. Overlapping parts, sent again after a lost response, are skipped."""
        objects = self._storage.bucket.objects.filter(Prefix=f"{PARTS}/{upload_id}/")
        parts = []
        reached = 0
        for part in sorted(objects, key=lambda one: one.key):
            if int(part.key.rpartition("/")[2]) == reached:
                parts.append((part.key, part.size))
                reached += part.size
        return parts


class _Joined(RawIOBase):
    """Reads the parts in order, with one of them in memory at a time."""

    def __init__(self, storage: BucketStorage, parts: list[tuple[str, int]]) -> None:
        self._chunks: Iterator[bytes] = (storage.read(key, 0, size) for key, size in parts)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        taken = b""
        while size < 0 or len(taken) < size:
            self._rest = self._rest or next(self._chunks, b"")
            if not self._rest:
                break
            most = len(self._rest) if size < 0 else size - len(taken)
            taken, self._rest = taken + self._rest[:most], self._rest[most:]
        return taken
