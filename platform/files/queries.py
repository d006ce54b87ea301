"""Reads of files and uploads."""

from datetime import datetime
from uuid import UUID

from clients.access import membership_of
from clients.queries.admin_names import admin_names
from core.actor import Actor
from files import access
from files.buckets import BUCKETS, address, parts_of
from files.errors import AddressExpired, FileNotFound
from files.models import Claim, StoredObject, Upload

# The app under which admins claim their portraits; the row of a claim is the admin's user.
PORTRAITS_APP = "portraits"


def upload(*, actor: Actor, upload_id: UUID) -> Upload:
    """One of the actor's own uploads. Raises UploadNotFound."""
    return access.upload_for(actor, upload_id)


def readable_file(*, actor: Actor, url: str) -> StoredObject:
    """A file that the actor may fetch. Raises FileNotFound, CardRequired."""
    return access.file_for(actor, url)


def signed_file(*, actor: Actor, file_id: UUID) -> StoredObject:
    """The file of one of the actor's signed addresses.

    Raises AddressExpired if the file is deleted, or if the actor may no longer fetch it: for example, an admin who was
    removed, or a client whose report was withdrawn. Raises CardRequired.
    """
    stored = file(file_id=file_id)
    if stored is None or not access.may_fetch(actor, stored):
        raise AddressExpired
    return stored


def public_file(*, bucket: str, name: str) -> StoredObject:
    """A file of a public bucket. Raises FileNotFound."""
    bucket, name = parts_of(address(bucket, name))
    is_public = BUCKETS[bucket].is_public
    stored = StoredObject.objects.filter(bucket=bucket, name=name, is_deleting=False).first() if is_public else None
    if stored is None:
        raise FileNotFound
    return stored


def file(*, file_id: UUID) -> StoredObject | None:
    """A file by its id, or None if it is deleted."""
    return StoredObject.objects.filter(id=file_id, is_deleting=False).first()


def expired_uploads(*, timestamp: datetime, limit: int) -> list[UUID]:
    """The ids of at most `limit` uploads that expired before this time."""
    return list(
        Upload.objects.filter(expires_at__lt=timestamp).order_by("expires_at").values_list("id", flat=True)[:limit]
    )


def is_expired(*, upload_id: UUID, timestamp: datetime) -> bool:
    """Whether the upload exists and had expired before this time."""
    return Upload.objects.filter(id=upload_id, expires_at__lt=timestamp).exists()


def files_to_delete(*, before: datetime, limit: int) -> list[UUID]:
    """The ids of at most `limit` files: unclaimed files created before `before`, and files whose deletion has begun."""
    orphans = StoredObject.objects.filter(created_at__lt=before, claims=None)
    deleting = StoredObject.objects.filter(is_deleting=True)
    return list((orphans | deleting).order_by("created_at").values_list("id", flat=True)[:limit])


def uploads_of(*, user_id: UUID) -> list[UUID]:
    """The ids of a user's uploads."""
    return list(Upload.objects.filter(owner_id=user_id).values_list("id", flat=True))


def portraits(*, actor: Actor) -> list[tuple[str, str]]:
    """The name of each admin with a picture, and its address. Raises FileNotFound for a user without a role."""
    if membership_of(actor) is None:
        raise FileNotFound
    names = admin_names()
    claims = Claim.objects.filter(app=PORTRAITS_APP, row_id__in=names).order_by("row_id").select_related("file")
    return [(names[claim.row_id], address(claim.file.bucket, claim.file.name)) for claim in claims]


def portrait_of(*, user_id: UUID) -> str | None:
    """The address of an admin's picture."""
    claim = Claim.objects.filter(app=PORTRAITS_APP, row_id=user_id).select_related("file").first()
    return None if claim is None else address(claim.file.bucket, claim.file.name)


def portrait_owner(*, name: str) -> UUID | None:
    """The admin with this name, if they have a picture. None if two admins have this name."""
    named = [user_id for user_id, other in admin_names().items() if other == name]
    has_one = len(named) == 1 and Claim.objects.filter(app=PORTRAITS_APP, row_id=named[0]).exists()
    return named[0] if has_one else None


def may_see_portrait(*, actor: Actor, row_id: UUID) -> bool:
    """Whether `actor` may see a user's portrait. All clients and admins may see the portraits of current admins."""
    return membership_of(actor) is not None and row_id in admin_names()
