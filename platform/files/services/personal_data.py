"""Personal data of a user in the files app: uploaded files, files of the user's rows, and unfinished uploads."""

from collections.abc import Iterator
from functools import partial
from typing import TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from accounts.ports.personal_data import Part, RowsToDelete
from accounts.queries.personal_data import pages
from files import ports
from files.models import StoredObject

Row = TypeVar("Row", bound=Model)
CHUNK_SIZE = 256 * 1024


def export(user_id: UUID) -> Iterator[Part]:
    """The files that the user uploaded, named by day and title, whichever rows claim them."""
    return _parts(StoredObject.objects.filter(owner_id=user_id))


def claimed_files(app: str, rows: QuerySet[Row]) -> Iterator[Part]:
    """The files that rows of another app claim, uploaded by any user. `export` gives the same file the same name."""
    return _parts(StoredObject.objects.filter(claims__app=app, claims__row_id__in=rows.order_by().values("id")))


def _parts(files: QuerySet[StoredObject]) -> Iterator[Part]:
    rows = files.filter(is_deleting=False).order_by("created_at").distinct()
    for page in pages(rows, ("id", "created_at", "title", "bucket", "name", "size")):
        for file in page:
            # Replace characters that an unzip program could interpret as a folder.
            title = "".join("_" if char in "/\\:" or not char.isprintable() else char for char in str(file["title"]))
            size = file["size"]
            assert isinstance(size, int)
            name = f"files/{file['created_at']:%Y-%m-%d} {str(file['id'])[-6:]} {title}"
            yield Part(name, partial(_chunks, f"{file['bucket']}/{file['name']}", size))


def rows_to_delete(user_id: UUID) -> Iterator[RowsToDelete]:
    """Yields no rows: the next sweep deletes files that no row claims, first the bytes and then the row."""
    return iter(())


def _chunks(key: str, size: int) -> Iterator[bytes]:
    """The bytes of a file in chunks. Ends early if the file is deleted meanwhile."""
    for start in range(0, size, CHUNK_SIZE):
        try:
            yield ports.read_stored.call(key, start, min(CHUNK_SIZE, size - start))
        except FileNotFoundError:
            return
