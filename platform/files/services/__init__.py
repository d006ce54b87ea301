"""Writes of the files app: begin, advance and end uploads; claim and release files."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.models import F, QuerySet, Sum

from core.actor import Actor
from core.clock import now
from files import access
from files.buckets import Bucket, address, extension_of, new_name, parts_of
from files.effects.preview_drawing import draw_preview
from files.errors import (
    FileInUse,
    FileNotFound,
    TooManyParts,
    TooManyUploads,
    UploadIdTaken,
    UploadNotFound,
    WrongOffset,
)
from files.models import Claim, StoredObject, Upload
from files.previews import previews
from sync.effects import effects
from sync.sql import raw_sql
from sync.writes.exclusive_lock import key_of, wait_in_transaction

RETENTION = timedelta(days=2)  # the lifetime of an upload after its last part, and of a file without a claim
PARTS_MAX = 2_000
OPEN_MAX = 20
# After this time without a new part, an upload no longer counts as open, and only its stored bytes count for the quota.
OPEN_FOR = timedelta(hours=1)
# More bytes than any client uploads in a day. The quota limits how much of the disk one account can fill.
QUOTA, QUOTA_PERIOD = 5 * 1024**3, timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ClaimedFile:
    """The data of a claimed file for its row. `size` is in bytes; `width` and `height` of a picture are in pixels."""

    url: str
    title: str
    type: str
    size: int
    width: int | None
    height: int | None


def begin(*, actor: Actor, upload_id: UUID, bucket: str, title: str, content_type: str, length: int) -> Upload:
    """Begin an upload with the id that the device created. A repeated call returns the same upload.

    Raises FileNotFound, TypeNotSupported, FileTooLarge, UploadIdTaken, TooManyUploads, TooMuchToday.
    """
    target = access.bucket_for(actor, bucket)
    extension = extension_of(target, title, content_type, length)
    wait_in_transaction(key_of(actor.id))  # a lock per user, so that the counts below hold until the commit
    existing = Upload.objects.filter(id=upload_id).first()
    if existing is not None:
        if (existing.owner_id, existing.bucket, existing.title, existing.length) != (actor.id, bucket, title, length):
            raise UploadIdTaken
        return existing
    if StoredObject.objects.filter(id=upload_id).exists():
        raise UploadIdTaken
    if _open_uploads(actor).count() >= OPEN_MAX:
        raise TooManyUploads
    access.must_be_within_quota(actor, length, used=_used_today(actor), quota=QUOTA)
    upload = Upload(
        id=upload_id,
        owner_id=actor.id,
        bucket=bucket,
        name=new_name(target, extension),
        title=title,
        length=length,
        expires_at=now() + RETENTION,
    )
    try:
        with transaction.atomic():
            upload.save(force_insert=True)
    except IntegrityError:
        raise UploadIdTaken from None  # another user has inserted this id meanwhile
    return upload


def _used_today(actor: Actor) -> int:
    """The bytes that the user stored in the last day, even if marked for deletion, and those still missing."""
    unsent = _open_uploads(actor).aggregate(all=Sum(F("length") - F("offset")))
    return _stored_today(actor) + (unsent["all"] or 0)


def _stored_today(actor: Actor) -> int:
    timestamp = now()
    unfinished = Upload.objects.filter(
        owner_id=actor.id, is_done=False, expires_at__gt=timestamp + RETENTION - QUOTA_PERIOD
    )
    files = StoredObject.objects.filter(owner_id=actor.id, created_at__gt=timestamp - QUOTA_PERIOD)
    return sum(
        totals["all"] or 0 for totals in (unfinished.aggregate(all=Sum("offset")), files.aggregate(all=Sum("size")))
    )


def _open_uploads(actor: Actor) -> QuerySet[Upload]:
    """The unfinished uploads to which a part was added in the last `OPEN_FOR`. Each part extends `expires_at`."""
    return Upload.objects.filter(owner_id=actor.id, is_done=False, expires_at__gt=now() + RETENTION - OPEN_FOR)


def advance(*, actor: Actor, upload_id: UUID, offset: int, size: int, content_type: str) -> Upload:
    """Record that a part is stored. Raises UploadNotFound, WrongOffset, TooManyParts, TooMuchToday."""
    upload = _locked(actor, upload_id)
    if upload.offset != offset or upload.is_done:
        raise WrongOffset
    if upload.parts >= PARTS_MAX:
        raise TooManyParts
    access.must_be_within_quota(actor, size, used=_stored_today(actor), quota=QUOTA)
    upload.offset, upload.parts, upload.type = offset + size, upload.parts + 1, content_type
    upload.expires_at = now() + RETENTION
    upload.save(update_fields=["offset", "parts", "type", "expires_at"])
    return upload


def complete(*, actor: Actor, upload_id: UUID, pixels: tuple[int, int] | None) -> Upload:
    """Create the file of an upload whose bytes are all stored, and request its preview.

    A repeated call changes nothing. Raises UploadNotFound.
    """
    upload = _locked(actor, upload_id)
    if upload.is_done:
        return upload
    StoredObject.objects.create(
        id=upload.id,
        bucket=upload.bucket,
        name=upload.name,
        title=upload.title,
        type=upload.type,
        size=upload.length,
        width=pixels[0] if pixels else None,
        height=pixels[1] if pixels else None,
        owner_id=actor.id,
        created_at=now(),
    )
    upload.is_done = True
    upload.save(update_fields=["is_done"])
    if previews.is_drawn(upload.bucket, upload.type):
        effects.after_commit(draw_preview, str(upload.id))
    return upload


def end(*, actor: Actor, upload_id: UUID) -> None:
    """Delete an upload's row; the next sweep deletes its file, if any. Raises UploadNotFound, FileInUse."""
    upload = _locked(actor, upload_id)
    # Lock the file first, so that the check sees claims of concurrent transactions.
    list(StoredObject.objects.select_for_update().filter(id=upload.id))
    if Claim.objects.filter(file_id=upload.id).exists():
        raise FileInUse
    StoredObject.objects.filter(id=upload.id).update(is_deleting=True)
    upload.delete()


def claim(*, actor: Actor, url: str, bucket: Bucket, app: str, row_id: UUID) -> ClaimedFile:
    """Claim a file for a row, in the transaction that writes the row. A repeated call changes nothing.

    The file must be the actor's own, or of a row that the actor may read. Raises FileNotFound.
    """
    if parts_of(url)[0] != bucket.name:
        raise FileNotFound
    file = access.file_for(actor, url)
    if not _lock_shared(file.id):
        raise FileNotFound
    Claim.objects.get_or_create(file=file, app=app, row_id=row_id)
    return ClaimedFile(address(file.bucket, file.name), file.title, file.type, file.size, file.width, file.height)


def release(*, app: str, row_id: UUID) -> None:
    """Release the files of a row. The next sweep deletes those that no other row claims."""
    claims = Claim.objects.filter(app=app, row_id=row_id)
    files = list(claims.values_list("file_id", flat=True))
    claims.delete()
    # Lock the files first, so that the update sees claims of concurrent transactions.
    list(StoredObject.objects.select_for_update().filter(id__in=files).order_by("id"))
    StoredObject.objects.filter(id__in=files, claims=None).update(is_deleting=True)


def forget_upload(*, upload_id: UUID) -> None:
    """Delete the row of an upload whose parts are deleted."""
    Upload.objects.filter(id=upload_id).delete()


def mark_for_deletion(*, file_id: UUID) -> str | None:
    """Mark an unclaimed file for deletion. Returns its key, or None if a row has claimed it meanwhile."""
    file = StoredObject.objects.select_for_update().filter(id=file_id).first()
    if file is None or file.claims.exists():
        return None
    file.is_deleting = True
    file.save(update_fields=["is_deleting"])
    return f"{file.bucket}/{file.name}"


def forget_file(*, file_id: UUID) -> None:
    """Delete the row of a file whose bytes are deleted."""
    StoredObject.objects.filter(id=file_id, is_deleting=True).delete()


def _lock_shared(file_id: UUID) -> bool:
    """Lock a file with a shared lock until the end of this transaction. Returns False if it is deleted.

    Without this, the claim's foreign key would lock the file only at COMMIT, and the sweep could mark the file for
    deletion before that.
    """
    share = " FOR SHARE" if connection.vendor == "postgresql" else ""  # SQLite has one writer at a time
    sql = f"SELECT 1 FROM storage_objects WHERE id = %s AND NOT is_going{share}"
    return bool(raw_sql.rows(sql, [raw_sql.adapted(file_id)]))


def _locked(actor: Actor, upload_id: UUID) -> Upload:
    upload_id = access.upload_for(actor, upload_id).id
    upload = Upload.objects.select_for_update().filter(id=upload_id).first()
    if upload is None:
        raise UploadNotFound
    return upload
