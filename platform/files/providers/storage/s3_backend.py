"""Stores files and parts of uploads in an S3 bucket with django-storages. Several servers may share the bucket."""

import logging
from collections.abc import Callable, Iterator
from functools import wraps
from io import RawIOBase
from typing import Any, ParamSpec, TypeVar
from uuid import UUID

from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from storages.backends.s3 import S3Storage

from files.errors import StorageUnavailable

P = ParamSpec("P")
R = TypeVar("R")

VALID_S = 300
PARTS_FOLDER = "uploads"
# Without threads: ten of them would hold 80 MB of a video in memory.
WITHOUT_THREADS = TransferConfig(use_threads=False)
# By default, the library waits for a minute and tries five times. That is too long for a request, and devices retry.
CLIENT = Config(
    s3={"addressing_style": "path"},
    signature_version="s3v4",
    connect_timeout=5,
    read_timeout=30,
    retries={"mode": "standard", "total_max_attempts": 2},
)
# For emails, which have initials instead of a picture that does not arrive, because a wait delays all effects.
WITHOUT_RETRIES = CLIENT.merge(
    Config(connect_timeout=2, read_timeout=3, retries={"mode": "standard", "total_max_attempts": 1})
)

log = logging.getLogger(__name__)


def does_not_respond(error: Exception) -> bool:
    """Whether the bucket cannot be reached or reports a server error."""
    if isinstance(error, ClientError):
        return int(error.response["ResponseMetadata"]["HTTPStatusCode"]) >= 500
    return isinstance(error, BotoCoreError)


def unavailable_without_bucket(method: Callable[P, R]) -> Callable[P, R]:
    """Have a method raise StorageUnavailable while the bucket does not respond."""

    @wraps(method)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(*args, **kwargs)
        except (BotoCoreError, ClientError) as error:
            if not does_not_respond(error):
                raise
            log.warning("the bucket does not respond: %s", type(error).__name__)
            raise StorageUnavailable from error

    return checked


class BucketStorage:
    """See files.providers.storage.backend.

    A part of an upload is an object named by its offset. S3 multipart is not used, because it needs parts of 5 MB.
    """

    def __init__(self, *, name: str, endpoint: str, region: str, access_key: str, secret_key: str) -> None:
        def connected(limits: Config) -> Any:
            return S3Storage(
                bucket_name=name,
                endpoint_url=endpoint,
                region_name=region,
                access_key=access_key,
                secret_key=secret_key,
                client_config=limits,
                querystring_auth=True,
            )

        self._storage = connected(CLIENT)
        self._storage_without_retries = connected(WITHOUT_RETRIES)

    @unavailable_without_bucket
    def put(self, upload_id: UUID, offset: int, part: bytes) -> None:
        self.store(f"{PARTS_FOLDER}/{upload_id}/{offset:012}", part, "application/octet-stream")

    @unavailable_without_bucket
    def head(self, upload_id: UUID, size: int) -> bytes:
        parts = self._parts(upload_id)
        if not parts:
            raise FileNotFoundError(upload_id)
        return _JoinedParts(self, parts).read(size)

    @unavailable_without_bucket
    def assemble(self, upload_id: UUID, key: str, content_type: str, size: int) -> None:
        parts, file = self._parts(upload_id), self._storage.bucket.Object(key)
        if sum(part_size for _, part_size in parts) == size:
            joined = _JoinedParts(self, parts)
            file.upload_fileobj(joined, ExtraArgs={"ContentType": content_type}, Config=WITHOUT_THREADS)
        try:
            stored = file.content_length
        except ClientError as error:
            if error.response["ResponseMetadata"]["HTTPStatusCode"] != 404:
                raise
            raise FileNotFoundError(key) from error
        if stored != size:
            raise FileNotFoundError(key)
        self.discard(upload_id)

    @unavailable_without_bucket
    def discard(self, upload_id: UUID) -> None:
        self._storage.bucket.objects.filter(Prefix=f"{PARTS_FOLDER}/{upload_id}/").delete()

    @unavailable_without_bucket
    def store(self, key: str, content: bytes, content_type: str) -> None:
        self._storage.bucket.put_object(Key=key, Body=content, ContentType=content_type)

    @unavailable_without_bucket
    def read(self, key: str, start: int, size: int, *, retries: bool = True) -> bytes:
        storage = self._storage if retries else self._storage_without_retries
        try:
            response = storage.bucket.Object(key).get(Range=f"bytes={start}-{start + size - 1}")
        except ClientError as error:
            if does_not_respond(error):
                raise
            raise FileNotFoundError(key) from error
        return bytes(response["Body"].read())

    @unavailable_without_bucket
    def remove(self, key: str) -> None:
        self._storage.delete(key)

    def direct_url(self, key: str, *, content_type: str, disposition: str) -> str | None:
        parameters = {"ResponseContentType": content_type, "ResponseContentDisposition": disposition}
        return str(self._storage.url(key, parameters=parameters, expire=VALID_S))

    @unavailable_without_bucket
    def keeps_versions(self) -> bool | None:
        try:
            return bool(self._storage.bucket.Versioning().status == "Enabled")
        except ClientError as error:
            if does_not_respond(error):
                raise
            return None  # the keys may not read this setting, or the store has no versions

    def _parts(self, upload_id: UUID) -> list[tuple[str, int]]:
        """Keys and sizes of the consecutive parts. Overlapping parts, sent again after a lost response, are skipped."""
        objects = self._storage.bucket.objects.filter(Prefix=f"{PARTS_FOLDER}/{upload_id}/")
        parts = []
        end = 0
        for part in sorted(objects, key=lambda one: one.key):
            if int(part.key.rpartition("/")[2]) == end:
                parts.append((part.key, part.size))
                end += part.size
        return parts


class _JoinedParts(RawIOBase):
    """Reads the parts in order, with one of them in memory at a time."""

    def __init__(self, storage: BucketStorage, parts: list[tuple[str, int]]) -> None:
        self._chunks: Iterator[bytes] = (storage.read(key, 0, size) for key, size in parts)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        result = b""
        while size < 0 or len(result) < size:
            self._rest = self._rest or next(self._chunks, b"")
            if not self._rest:
                break
            count = len(self._rest) if size < 0 else size - len(result)
            result, self._rest = result + self._rest[:count], self._rest[count:]
        return result
