"""Access checks of files: who may upload to a bucket, and who may fetch a file."""

from uuid import UUID

from clients.access import membership_of
from core.actor import Actor
from files import ports
from files.buckets import BUCKETS, Bucket, parts_of
from files.errors import FileNotFound, TooMuchToday, UploadNotFound
from files.models import StoredObject, Upload


def bucket_for(actor: Actor, name: str) -> Bucket:
    """A bucket to which `actor` may upload. Raises FileNotFound, CardRequired."""
    membership, bucket = membership_of(actor), BUCKETS.get(name)
    if membership is None or bucket is None or (bucket.for_admins and membership.role != "admin"):
        raise FileNotFound
    return bucket


def must_be_within_quota(actor: Actor, size: int, *, used: int, quota: int) -> None:
    """Raises TooMuchToday if `size` and `used` bytes exceed a client's `quota` bytes a day. Admins have no limit."""
    membership = membership_of(actor)
    if (membership is None or membership.role != "admin") and used + size > quota:
        raise TooMuchToday


def upload_for(actor: Actor, upload_id: UUID) -> Upload:
    """One of the actor's own uploads. Raises UploadNotFound, CardRequired."""
    membership = membership_of(actor)
    upload = Upload.objects.filter(id=upload_id, owner_id=actor.id).first()
    # While an admin views a client, `actor.id` is the admin's.
    if membership is None or upload is None or actor.viewing is not None:
        raise UploadNotFound
    return upload


def file_for(actor: Actor, url: str) -> StoredObject:
    """A file that `actor` may fetch: of a row that they may read, or, if no row has claimed it, their own upload.

    Everybody with a role may fetch the files of public buckets. Raises FileNotFound, CardRequired.
    """
    membership, (bucket, name) = membership_of(actor), parts_of(url)
    file = StoredObject.objects.filter(bucket=bucket, name=name, is_deleting=False).first()
    if membership is None or file is None or not _is_open_to(actor, file):
        raise FileNotFound
    return file


def may_fetch(actor: Actor, file: StoredObject) -> bool:
    """Whether `actor` may fetch this file. Raises CardRequired."""
    return membership_of(actor) is not None and _is_open_to(actor, file)


def _is_open_to(actor: Actor, file: StoredObject) -> bool:
    if BUCKETS[file.bucket].is_public:
        return True
    claims = list(file.claims.values_list("app", "row_id"))
    if not claims:
        # While an admin views a client, `actor.id` is the admin's.
        return file.owner_id == actor.id and actor.viewing is None
    return any(ports.may_read.check(app, actor=actor, row_id=row_id) for app, row_id in claims)
