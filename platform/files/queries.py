"""Reads of the files room."""

from datetime import datetime
from uuid import UUID

from core.actor import Person
from files import access
from files.buckets import BUCKETS, address, parts_of
from files.errors import AddressOver, FileNotFound
from files.models import StoredObject, Upload


def upload(*, actor: Person, upload_id: UUID) -> Upload:
    """An upload of the actor's own, as it stands. Raises UploadNotFound."""
    return access.upload_for(actor, upload_id)


def readable(*, actor: Person, url: str) -> StoredObject:
    """A file that the actor may fetch. Raises FileNotFound, CardRequired."""
    return access.file_for(actor, url)


def signed(*, actor: Person, file_id: UUID) -> StoredObject:
    """The file that a signed address of the actor's names. Raises AddressOver once it is gone."""
    found = file(file_id=file_id)
    if found is None:
        raise AddressOver
    return found


def public(*, bucket: str, name: str) -> StoredObject:
    """A file of a public bucket. Raises FileNotFound."""
    bucket, name = parts_of(address(bucket, name))
    is_public = BUCKETS[bucket].is_public
    found = StoredObject.objects.filter(bucket=bucket, name=name, is_going=False).first() if is_public else None
    if found is None:
        raise FileNotFound
    return found


def file(*, file_id: UUID) -> StoredObject | None:
    """A file by its id; None if it is gone."""
    return StoredObject.objects.filter(id=file_id, is_going=False).first()


def over(*, moment: datetime, limit: int) -> list[UUID]:
    """Uploads whose time is over."""
    return list(
        Upload.objects.filter(expires_at__lt=moment).order_by("expires_at").values_list("id", flat=True)[:limit]
    )


def is_over(*, upload_id: UUID, moment: datetime) -> bool:
    """Whether there is this upload and its time is over."""
    return Upload.objects.filter(id=upload_id, expires_at__lt=moment).exists()


def unclaimed(*, since: datetime, limit: int) -> list[UUID]:
    """Files that came before `since` and that no row keeps, and those that are half removed."""
    orphans = StoredObject.objects.filter(created_at__lt=since, claims=None)
    going = StoredObject.objects.filter(is_going=True)
    return list((orphans | going).order_by("created_at").values_list("id", flat=True)[:limit])
