"""Reads of files and uploads."""

from datetime import datetime
from uuid import UUID

from core.actor import Person
from files import access
from files.buckets import BUCKETS, address, parts_of
from files.errors import AddressOver, FileNotFound
from files.models import StoredObject, Upload


def upload(*, actor: Person, upload_id: UUID) -> Upload:
    """One of the actor's own uploads. Raises UploadNotFound."""
    return access.upload_for(actor, upload_id)


def readable(*, actor: Person, url: str) -> StoredObject:
    """A file that the actor may fetch. Raises FileNotFound, CardRequired."""
    return access.file_for(actor, url)


def signed(*, actor: Person, file_id: UUID) -> StoredObject:
    """The file of one of the actor's signed addresses. Raises AddressOver if it is deleted."""
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
    """A file by its id, or None if it is deleted."""
    return StoredObject.objects.filter(id=file_id, is_going=False).first()


def over(*, moment: datetime, limit: int) -> list[UUID]:
    """At most `limit` uploads that have expired at this time."""
    return list(
        Upload.objects.filter(expires_at__lt=moment).order_by("expires_at").values_list("id", flat=True)[:limit]
    )


def is_over(*, upload_id: UUID, moment: datetime) -> bool:
    """Whether the upload exists and has expired at this time."""
    return Upload.objects.filter(id=upload_id, expires_at__lt=moment).exists()


def unclaimed(*, since: datetime, limit: int) -> list[UUID]:
    """At most `limit` files that were uploaded before `since` and no row claims, or whose deletion has begun."""
    orphans = StoredObject.objects.filter(created_at__lt=since, claims=None)
    going = StoredObject.objects.filter(is_going=True)
    return list((orphans | going).order_by("created_at").values_list("id", flat=True)[:limit])
