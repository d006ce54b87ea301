"""Who may put a file where, and who may fetch it."""

from uuid import UUID

from clients.access import standing
from core.actor import Person
from files import ports
from files.buckets import BUCKETS, Bucket, parts_of
from files.errors import FileNotFound, TooMuchToday, UploadNotFound
from files.models import StoredObject, Upload


def bucket_for(actor: Person, name: str) -> Bucket:
    """A bucket that `actor` may put a file into. Raises FileNotFound, CardRequired."""
    found, bucket = standing(actor), BUCKETS.get(name)
    if found is None or bucket is None or (bucket.for_admins and found.role != "admin"):
        raise FileNotFound
    return bucket


def must_have_room(actor: Person, length: int, *, taken: int, most: int) -> None:
    """A client has so many bytes a day, of which some are `taken`; admins send what they have to. Raises TooMuchToday."""
    known = standing(actor)
    if (known is None or known.role != "admin") and taken + length > most:
        raise TooMuchToday


def upload_for(actor: Person, upload_id: UUID) -> Upload:
    """An upload of `actor`'s own. Raises UploadNotFound, CardRequired."""
    known = standing(actor)
    upload = Upload.objects.filter(id=upload_id, owner_id=actor.id).first()
    if known is None or upload is None or actor.viewing is not None:  # who views has the id of an admin
        raise UploadNotFound
    return upload


def file_for(actor: Person, url: str) -> StoredObject:
    """A file that `actor` may fetch: their own, or one of a row that they may read. Raises FileNotFound, CardRequired."""
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
        return file.owner_id == actor.id and actor.viewing is None  # who views has the id of an admin
    return any(ports.may_read.ask(room, actor=actor, row_id=row_id) for room, row_id in claims)
