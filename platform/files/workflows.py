"""Workflows of files with several transactions: store parts, complete uploads, delete files that no row claims."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from uuid import UUID

from core.actor import Actor
from core.clock import now
from core.errors import Failure
from files import content_types, queries, services
from files.buckets import BUCKETS, PORTRAITS, parts_of
from files.errors import FileTooLarge, StorageUnavailable, TypeNotSupported, UploadNotFound, WrongOffset
from files.models import Upload
from files.previews import image_size, previews
from files.providers.storage.backend import file_storage
from sync.writes.db_executor import one_at_a_time, read, write_now
from sync.writes.exclusive_lock import exclusive_lock, key_of

BATCH_SIZE = 100
FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)


async def store_part(*, actor: Actor, upload_id: UUID, offset: int, part: bytes) -> Upload:
    """Store a part and return the upload. The last part turns the upload into a file.

    Raises UploadNotFound, WrongOffset, FileTooLarge, TooManyParts, TooMuchToday; StorageUnavailable, after which the
    device can continue; and, after deleting the upload, TypeNotSupported, PictureTooLarge or PictureUnreadable.
    """
    await read(queries.upload, actor=actor, upload_id=upload_id)

    def store() -> Upload:
        upload = queries.upload(actor=actor, upload_id=upload_id)
        reached = offset + len(part)
        if upload.offset != offset or upload.is_done:
            raise WrongOffset
        if reached > upload.length:
            raise FileTooLarge("The part is longer than the upload")
        content_type = upload.type
        with _ended_if_lost(actor, upload_id):
            file_storage().put(upload_id, offset, part)
            if not content_type and reached >= min(upload.length, content_types.HEAD_SIZE):
                content_type = _detect_type(actor, upload)
        return write_now(
            services.advance,
            actor=actor,
            upload_id=upload_id,
            offset=offset,
            size=len(part),
            content_type=content_type,
        )

    return await complete_upload(actor=actor, upload=await one_at_a_time(store, actor=actor, row_id=upload_id))


async def complete_upload(*, actor: Actor, upload: Upload) -> Upload:
    """Turn an upload whose bytes are all stored into a file. Returns the upload. A repeat resumes after a crash."""
    if upload.is_done or upload.offset < upload.length:
        return upload

    def complete() -> Upload:
        return _complete_upload(actor, queries.upload(actor=actor, upload_id=upload.id))

    return await one_at_a_time(complete, actor=actor, row_id=upload.id)


async def end(*, actor: Actor, upload_id: UUID) -> None:
    """End an upload and remove its parts. Raises UploadNotFound, FileInUse."""
    await one_at_a_time(lambda: _end(actor, upload_id), actor=actor, row_id=upload_id)


# The functions up to `_beginning` run under the upload's exclusive lock.


def _complete_upload(actor: Actor, upload: Upload) -> Upload:
    if upload.is_done or upload.offset < upload.length:
        return upload
    with _ended_if_lost(actor, upload.id):
        if _detect_type(actor, upload) != upload.type:
            _end(actor, upload.id)
            raise TypeNotSupported(BUCKETS[upload.bucket].not_supported)
        pixels = _measure(actor, upload)
        file_storage().assemble(upload.id, f"{upload.bucket}/{upload.name}", upload.type, upload.length)
    return write_now(services.complete, actor=actor, upload_id=upload.id, pixels=pixels)


@contextmanager
def _ended_if_lost(actor: Actor, upload_id: UUID) -> Iterator[None]:
    """End an upload whose bytes are lost, for example because only the database was restored from a backup."""
    try:
        yield
    except FileNotFoundError:
        _end(actor, upload_id)
        raise UploadNotFound from None


def _end(actor: Actor, upload_id: UUID) -> None:
    write_now(services.end, actor=actor, upload_id=upload_id)
    file_storage().discard(upload_id)


def _detect_type(actor: Actor, upload: Upload) -> str:
    """The content type by the first bytes. If the bucket does not take it, deletes the upload and raises TypeNotSupported."""
    head = _beginning(upload, content_types.HEAD_SIZE)
    try:
        return content_types.type_of(BUCKETS[upload.bucket], upload.name.rpartition(".")[2], head)
    except Failure:
        _end(actor, upload.id)
        raise


def _measure(actor: Actor, upload: Upload) -> tuple[int, int] | None:
    """The size of a picture in pixels. Raises PictureTooLarge, PictureUnreadable after deleting the upload."""
    if not upload.type.startswith("image/"):
        return None
    max_size = BUCKETS[upload.bucket].pixels
    if max_size is None:
        return image_size.size_of(_beginning(upload, image_size.HEAD_SIZE))
    content = _beginning(upload, upload.length)
    try:
        return image_size.check(content, max_size)
    except Failure:
        _end(actor, upload.id)
        raise


def _beginning(upload: Upload, size: int) -> bytes:
    """The first bytes of an upload, or of its file if a crash has interrupted its completion.

    Raises FileNotFoundError if bytes are lost.
    """
    try:
        head = file_storage().head(upload.id, size)
    except FileNotFoundError:
        head = b""
    if len(head) < min(size, upload.offset):
        return file_storage().read(f"{upload.bucket}/{upload.name}", 0, size)
    return head


def forget_upload(*, upload_id: UUID, before: datetime) -> bool:
    """Delete an upload that expired before `before`, its parts first. Returns False if a part has arrived meanwhile."""
    with exclusive_lock(key_of(upload_id)):
        if not queries.is_expired(upload_id=upload_id, timestamp=before):
            return False
        file_storage().discard(upload_id)
        write_now(services.forget_upload, upload_id=upload_id)
        return True


def delete_uploads(user_id: UUID) -> None:
    """Delete a user's unfinished uploads, with their parts in the file storage."""
    for upload_id in queries.uploads_of(user_id=user_id):
        forget_upload(upload_id=upload_id, before=FOR_EVER)


def read_stored(key: str, start: int, size: int) -> bytes:
    """Up to `size` bytes of a stored file from `start`. Raises FileNotFoundError."""
    return file_storage().read(key, start, size)


async def read_portrait(user_id: str) -> bytes | None:
    """An admin's picture for a mail.

    Returns None if the picture is removed or the storage does not respond. The mail then shows initials.
    """
    url = await read(queries.portrait_of, user_id=UUID(user_id))
    if url is None:
        return None
    bucket, name = parts_of(url)
    try:
        return await asyncio.to_thread(file_storage().read, f"{bucket}/{name}", 0, PORTRAITS.max_bytes, retries=False)
    except (FileNotFoundError, StorageUnavailable):
        return None


def sweep(*, min_age: timedelta = services.RETENTION) -> int:
    """Delete expired uploads, and files that no row claims. Returns how many were deleted. Safe to repeat."""
    swept = 0
    for upload_id in asyncio.run(read(queries.expired_uploads, timestamp=now(), limit=BATCH_SIZE)):
        swept += forget_upload(upload_id=upload_id, before=now())
    for file_id in asyncio.run(read(queries.files_to_delete, before=now() - min_age, limit=BATCH_SIZE)):
        key = write_now(services.mark_for_deletion, file_id=file_id)
        if key is not None:
            file_storage().remove(key)
            file_storage().remove(previews.key_of(key))
            write_now(services.forget_file, file_id=file_id)
            swept += 1
    return swept
