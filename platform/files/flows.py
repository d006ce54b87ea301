"""What is between the transactions: a part is kept and then noted, a whole upload becomes a file, orphans are swept."""

import asyncio
import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import NoReturn
from uuid import UUID

from core.clock import now
from core.errors import Failure
from core.person import Person
from files import pictures, previews, queries, services, sniffing
from files.buckets import BUCKETS
from files.errors import FileTooLarge, UploadNotFound, WrongOffset
from files.models import Upload
from files.shelf import shelf
from sync.seam import read, write, write_now

AT_A_TIME = 100
PIECE = 1024 * 1024
log = logging.getLogger(__name__)


async def take_part(*, actor: Person, upload_id: UUID, offset: int, part: bytes) -> Upload:
    """Keep a part and say how far the upload has come; the last one makes it a file.

    Raises UploadNotFound, WrongOffset, FileTooLarge, TooManyParts, and what the bucket refuses by the content: then
    the upload is gone.
    """
    upload = await read(queries.upload, actor=actor, upload_id=upload_id)
    reached = offset + len(part)
    if upload.offset != offset or upload.is_done:
        raise WrongOffset
    if reached > upload.length:
        raise FileTooLarge("The part is longer than the upload")
    try:
        await asyncio.to_thread(shelf().put, upload_id, offset, part)
    except FileNotFoundError:
        await _give_up(actor, upload)
    content_type = upload.type
    if not content_type and reached >= min(upload.length, sniffing.HEAD):
        content_type = await _judged(actor, upload)
    upload = await write(
        services.advance,
        actor=actor,
        upload_id=upload_id,
        offset=offset,
        size=len(part),
        content_type=content_type,
    )
    return await settled(actor=actor, upload=upload)


async def settled(*, actor: Person, upload: Upload) -> Upload:
    """The upload; once all its bytes are here, as a file. Whoever asks next makes good what a crash left undone."""
    if upload.is_done or upload.offset < upload.length:
        return upload
    pixels = await _measured(actor, upload)
    await asyncio.to_thread(shelf().keep, upload.id, f"{upload.bucket}/{upload.name}", upload.type)
    return await write(services.complete, actor=actor, upload_id=upload.id, pixels=pixels)


async def end(*, actor: Person, upload_id: UUID) -> None:
    """End an upload and remove its parts. Raises UploadNotFound, FileInUse."""
    await write(services.end, actor=actor, upload_id=upload_id)
    await asyncio.to_thread(shelf().discard, upload_id)


async def _give_up(actor: Person, upload: Upload) -> NoReturn:
    """The parts so far are gone: another request has made a file of them, or a copy of the store has none of them."""
    present = await read(queries.upload, actor=actor, upload_id=upload.id)
    if (present.offset, present.is_done) != (upload.offset, False):
        raise WrongOffset
    await end(actor=actor, upload_id=upload.id)
    raise UploadNotFound


async def _judged(actor: Person, upload: Upload) -> str:
    head = await asyncio.to_thread(shelf().head, upload.id, sniffing.HEAD)
    try:
        return sniffing.type_of(BUCKETS[upload.bucket], upload.name.rpartition(".")[2], head)
    except Failure:
        await end(actor=actor, upload_id=upload.id)
        raise


async def _measured(actor: Person, upload: Upload) -> tuple[int, int] | None:
    if not upload.type.startswith("image/"):
        return None
    most = BUCKETS[upload.bucket].pixels
    if most is None:
        return pictures.size_of(await asyncio.to_thread(_beginning, upload, pictures.HEAD))
    try:
        return pictures.check(await asyncio.to_thread(_beginning, upload, upload.length), most)
    except Failure:
        await end(actor=actor, upload_id=upload.id)
        raise


def _beginning(upload: Upload, size: int) -> bytes:
    """Of an upload, or of the file that it has become if only the note of that was lost."""
    try:
        return shelf().head(upload.id, size)
    except FileNotFoundError:
        return shelf().read(f"{upload.bucket}/{upload.name}", 0, size)


def draw_preview(*, file_id: UUID) -> None:
    """Have a file's small picture drawn and kept, or note that there is none. Safe to repeat."""
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
    """A file piece by piece; it ends where its bytes have gone meanwhile."""
    try:
        for start in range(0, size, PIECE):
            yield shelf().read(key, start, min(PIECE, size - start))
    except FileNotFoundError:
        log.info("%s went while its picture was drawn", key)


def sweep(*, grace: timedelta = services.KEPT_FOR) -> int:
    """Remove uploads whose time is over and files that no row keeps; returns how many went. Safe to repeat."""
    swept = 0
    for upload_id in asyncio.run(read(queries.over, moment=now(), limit=AT_A_TIME)):
        shelf().discard(upload_id)
        write_now(services.forget_upload, upload_id=upload_id)
        swept += 1
    for file_id in asyncio.run(read(queries.unclaimed, since=now() - grace, limit=AT_A_TIME)):
        key = write_now(services.let_go, file_id=file_id)
        if key is not None:
            shelf().remove(key)
            shelf().remove(previews.key_of(key))
            write_now(services.forget_file, file_id=file_id)
            swept += 1
    return swept
