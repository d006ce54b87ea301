"""Personal data of a user in the files app: uploaded files, files of the user's rows, and unfinished uploads."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from accounts.personal_data import Part, PersonalData, RowsToDelete, pages
from files import workflows
from files.models import StoredObject, Upload
from files.providers.storage.backend import file_storage

PIECE = 256 * 1024
FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)


def export(user_id: UUID) -> Iterator[Part]:
    """The files that the user uploaded, named by day and title, whatever row has claimed them."""
    return _parts(StoredObject.objects.filter(owner_id=user_id))


def claimed_files(app: str, rows: QuerySet[Any]) -> Iterator[Part]:
    """The files that rows of another app claim, whoever uploaded them, named as in `export`, so that none is twice."""
    return _parts(StoredObject.objects.filter(claims__app=app, claims__row_id__in=rows.order_by().values("id")))


def _parts(files: QuerySet[StoredObject]) -> Iterator[Part]:
    rows = files.filter(is_going=False).order_by("created_at").distinct()
    for page in pages(rows, ("id", "created_at", "title", "bucket", "name", "size")):
        for file in page:
            # Replace what an unpacking machine could interpret as a folder.
            title = "".join("_" if char in "/\\:" or not char.isprintable() else char for char in file["title"])
            name = f"files/{file['created_at']:%Y-%m-%d} {file['id'].hex[-6:]} {title}"
            yield Part(name, partial(_pieces, f"{file['bucket']}/{file['name']}", file["size"]))


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    """Nothing: the next sweep deletes files that no row claims, their bytes first."""
    return iter(())


def delete_uploads(user_id: UUID) -> None:
    """Delete the user's uploads, with their parts in the file storage."""
    for upload_id in Upload.objects.filter(owner_id=user_id).values_list("id", flat=True):
        workflows.forget_upload(upload_id=upload_id, before=FOR_EVER)


def _pieces(key: str, size: int) -> Iterator[bytes]:
    """The bytes of a file in pieces. Ends early if the file is deleted meanwhile."""
    for start in range(0, size, PIECE):
        try:
            yield file_storage().read(key, start, min(PIECE, size - start))
        except FileNotFoundError:
            return


PERSONAL = PersonalData(export, rows_to_delete, notify_external=delete_uploads)
