"""Workflows of files between transactions: store parts, complete uploads, draw previews, delete orphaned files."""

import asyncio
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from core.actor import Person
from core.clock import now
from core.errors import Failure
from files import content_types, queries, services
from files.buckets import BUCKETS
from files.errors import FileTooLarge, TypeNotSupported, UploadNotFound, WrongOffset
from files.models import Upload
from files.previews import image_size, previews
from files.storage.backend import shelf
from sync.writes.db_executor import one_at_a_time, read, write_now
from sync.writes.exclusive_lock import alone, key_of

AT_A_TIME = 100
PIECE = 1024 * 1024
log = logging.getLogger(__name__)


async def take_part(*, actor: Person, upload_id: UUID, offset: int, part: bytes) -> Upload:
    """Store a part and return the upload. The last part turns the upload into a file.

    Raises UploadNotFound, WrongOffset, FileTooLarge, TooManyParts, TooMuchToday; and, after deleting the upload,
    TypeNotSupported, PictureTooLarge or PictureUnreadable.
    """
    await read(queries.upload, actor=actor, upload_id=upload_id)

    def take() -> Upload:
        upload = queries.upload(actor=actor, upload_id=upload_id)
        reached = offset + len(part)
        if upload.offset != offset or upload.is_done:
            raise WrongOffset
        if reached > upload.length:
            raise FileTooLarge("The part is longer than the upload")
        try:
            shelf().put(upload_id, offset, part)
        except FileNotFoundError:
            # The earlier parts are lost, because a restored copy of the database has no parts.
            _end(actor, upload_id)
            raise UploadNotFound from None
        content_type = upload.type
        if not content_type and reached >= min(upload.length, content_types.HEAD):
            content_type = _judged(actor, upload)
        return write_now(
            services.advance,
            actor=actor,
            upload_id=upload_id,
            offset=offset,
            size=len(part),
            content_type=content_type,
        )

    return await settled(actor=actor, upload=await one_at_a_time(take, actor=actor, row_id=upload_id))


async def settled(*, actor: Person, upload: Upload) -> Upload:
    """Complete an upload whose bytes are all stored, and return it. Repeats what a crash has interrupted."""
    if upload.is_done or upload.offset < upload.length:
        return upload

    def settle() -> Upload:
        return _settled(actor, queries.upload(actor=actor, upload_id=upload.id))

    return await one_at_a_time(settle, actor=actor, row_id=upload.id)


async def end(*, actor: Person, upload_id: UUID) -> None:
    """End an upload and remove its parts. Raises UploadNotFound, FileInUse."""
    await one_at_a_time(lambda: _end(actor, upload_id), actor=actor, row_id=upload_id)


# The functions up to `_beginning` run under the upload's exclusive lock.


def _settled(actor: Person, upload: Upload) -> Upload:
    if upload.is_done or upload.offset < upload.length:
        return upload
    if _judged(actor, upload) != upload.type:
        _end(actor, upload.id)
        raise TypeNotSupported(BUCKETS[upload.bucket].not_supported)
    pixels = _measured(actor, upload)
    shelf().keep(upload.id, f"{upload.bucket}/{upload.name}", upload.type)
    return write_now(services.complete, actor=actor, upload_id=upload.id, pixels=pixels)


def _end(actor: Person, upload_id: UUID) -> None:
    write_now(services.end, actor=actor, upload_id=upload_id)
    shelf().discard(upload_id)


def _judged(actor: Person, upload: Upload) -> str:
    """The content type by the first bytes. Deletes the upload and raises TypeNotSupported if it is not accepted."""
    head = _beginning(upload, content_types.HEAD)
    try:
        return content_types.type_of(BUCKETS[upload.bucket], upload.name.rpartition(".")[2], head)
    except Failure:
        _end(actor, upload.id)
        raise


def _measured(actor: Person, upload: Upload) -> tuple[int, int] | None:
    if not upload.type.startswith("image/"):
        return None
    most = BUCKETS[upload.bucket].pixels
    if most is None:
        return image_size.size_of(_beginning(upload, image_size.HEAD))
    try:
        return image_size.check(_beginning(upload, upload.length), most)
    except Failure:
        _end(actor, upload.id)
        raise


def _beginning(upload: Upload, size: int) -> bytes:
    """The first bytes of an upload, or of its file if a crash has interrupted its completion."""
    try:
        return shelf().head(upload.id, size)
    except FileNotFoundError:
        return shelf().read(f"{upload.bucket}/{upload.name}", 0, size)


def draw_preview(*, file_id: UUID) -> None:
    """Draw and store a file's preview, or record that there is none. Safe to repeat."""
    file = asyncio.run(read(queries.file, file_id=file_id))
    if file is None or file.preview_size is not None:
        return
    key = f"{file.bucket}/{file.name}"
    drawn = previews.draw(file.type, _pieces(key, file.size))
    if drawn is not None:
        shelf().store(previews.key_of(key), drawn, previews.TYPE)
    if not write_now(services.note_preview, file_id=file_id, size=len(drawn or b"")):
        shelf().remove(previews.key_of(key))


def _pieces(key: str, size: int) -> Iterator[bytes]:
    """The bytes of a file in pieces. Ends early if the file is deleted meanwhile."""
    try:
        for start in range(0, size, PIECE):
            yield shelf().read(key, start, min(PIECE, size - start))
    except FileNotFoundError:
        log.info("%s went while its picture was drawn", key)


def forget_upload(*, upload_id: UUID, before: datetime) -> bool:
    """Delete an upload that expired before `before`, its parts first. Returns False if a part has arrived meanwhile."""
    with alone(key_of(upload_id)):
        if not queries.is_over(upload_id=upload_id, moment=before):
            return False
        shelf().discard(upload_id)
        write_now(services.forget_upload, upload_id=upload_id)
        return True


def sweep(*, grace: timedelta = services.KEPT_FOR) -> int:
    """Delete expired uploads, and files that no row claims. Returns how many were deleted. Safe to repeat."""
    swept = 0
    for upload_id in asyncio.run(read(queries.over, moment=now(), limit=AT_A_TIME)):
        swept += forget_upload(upload_id=upload_id, before=now())
    for file_id in asyncio.run(read(queries.unclaimed, since=now() - grace, limit=AT_A_TIME)):
        key = write_now(services.let_go, file_id=file_id)
        if key is not None:
            shelf().remove(key)
            shelf().remove(previews.key_of(key))
            write_now(services.forget_file, file_id=file_id)
            swept += 1
    return swept
