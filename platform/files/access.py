"""Access checks of files: who may upload to a bucket, and who may fetch a file."""

from uuid import UUID

from clients.access import standing
from core.actor import Person
from files import ports
from files.buckets import BUCKETS, Bucket, parts_of
from files.errors import FileNotFound, TooMuchToday, UploadNotFound
from files.models import StoredObject, Upload


def bucket_for(actor: Person, name: str) -> Bucket:
    """A bucket to which `actor` may upload. Raises FileNotFound, CardRequired."""
    found, bucket = standing(actor), BUCKETS.get(name)
    if found is None or bucket is None or (bucket.for_admins and found.role != "admin"):
        raise FileNotFound
    return bucket


def must_have_room(actor: Person, length: int, *, taken: int, most: int) -> None:
    """Raises TooMuchToday if `length` and `taken` bytes exceed a client's `most` bytes a day. Admins have no limit."""
    known = standing(actor)
    if (known is None or known.role != "admin") and taken + length > most:
        raise TooMuchToday


def upload_for(actor: Person, upload_id: UUID) -> Upload:
    """One of the actor's own uploads. Raises UploadNotFound, CardRequired."""
    known = standing(actor)
    upload = Upload.objects.filter(id=upload_id, owner_id=actor.id).first()
    if known is None or upload is None or actor.viewing is not None:  # an admin who views a client keeps their own id
        raise UploadNotFound
    return upload


def file_for(actor: Person, url: str) -> StoredObject:
    """A file that `actor` may fetch: their own, or of a row that they may read. Raises FileNotFound, CardRequired."""
    known, (bucket, name) = standing(actor), parts_of(url)
    file = StoredObject.objects.filter(bucket=bucket, name=name, is_going=False).first()
    if known is None or file is None or not _may_fetch(actor, file):
        raise FileNotFound
    return file


def _may_fetch(actor: Person, file: StoredObject) -> bool:
    if BUCKETS[file.bucket].is_public:
        return True
    claims = list(file.claims.values_list("room", "row_id"))
    if not claims:
        return file.owner_id == actor.id and actor.viewing is None  # an admin who views a client keeps their own id
    return any(ports.may_read.ask(room, actor=actor, row_id=row_id) for room, row_id in claims)
