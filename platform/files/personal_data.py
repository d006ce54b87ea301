"""What the files room has of a person: the files that they brought, those of rows of theirs, and uploads that are not done."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.personal_data import Going, Part, Personal, pages
from files import workflows
from files.models import StoredObject, Upload
from files.storage.backend import shelf

PIECE = 256 * 1024
FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)


def export(user_id: UUID) -> Iterator[Part]:
    """Each file under its day and its name, whoever has taken it over meanwhile."""
    return _parts(StoredObject.objects.filter(owner_id=user_id))


def kept_by(room: str, rows: QuerySet[Any]) -> Iterator[Part]:
    """The files that rows of another room keep, whoever brought them: the same name as above, so each is there once."""
    return _parts(StoredObject.objects.filter(claims__room=room, claims__row_id__in=rows.order_by().values("id")))


def _parts(files: QuerySet[StoredObject]) -> Iterator[Part]:
    rows = files.filter(is_going=False).order_by("created_at").distinct()
    for page in pages(rows, ("id", "created_at", "title", "bucket", "name", "size")):
        for file in page:
            # What a machine that unpacks it could take for a folder is none.
            title = "".join("_" if sign in "/\\:" or not sign.isprintable() else sign for sign in file["title"])
            name = f"files/{file['created_at']:%Y-%m-%d} {file['id'].hex[-6:]} {title}"
            yield Part(name, partial(_pieces, f"{file['bucket']}/{file['name']}", file["size"]))


def goes(user_id: UUID) -> Iterator[Going]:
    """What no row keeps any more goes with the next sweep, bytes first."""
    return iter(())


def leave(user_id: UUID) -> None:
    """Uploads under way have parts on the shelf."""
    for upload_id in Upload.objects.filter(owner_id=user_id).values_list("id", flat=True):
        workflows.forget_upload(upload_id=upload_id, before=FOR_EVER)


def _pieces(key: str, size: int) -> Iterator[bytes]:
    """What is gone meanwhile is left out from there on."""
    for start in range(0, size, PIECE):
        try:
            yield shelf().read(key, start, min(PIECE, size - start))
        except FileNotFoundError:
            return


PERSONAL = Personal(export, goes, leave=leave)
