"""Draws the preview of a file after its upload."""

import asyncio
import logging
import time
from collections.abc import Iterator
from datetime import timedelta
from uuid import UUID

from files import queries
from files.models import StoredObject
from files.previews import previews
from files.providers.storage.backend import file_storage
from sync.effects.reactions import Queue
from sync.effects.user_budget import UserBudget
from sync.writes.db_executor import read, write_now

CHUNK_SIZE = 1024 * 1024
# Drawing takes up to forty seconds, so it has its own queue and does not delay notices.
DRAWING = Queue("previews", timedelta(minutes=2))
# Even a PDF of 600 bytes can take forty seconds, so each user has a budget of drawing time for ten minutes. A photo
# takes about a second, so this budget is enough for hundreds of photos.
BUDGET = UserBudget(time.monotonic, budget_s=240)
log = logging.getLogger(__name__)


def draw_preview(subject: str) -> None:
    """Draw and store a file's preview, or record that it has none. `subject` is the file's id. Safe to repeat.

    Raises Postponed if the user's budget is used up.
    """
    file_id = UUID(subject)
    file = asyncio.run(read(queries.file, file_id=file_id))
    if file is None or file.preview_size is not None:
        return
    owner_id = file.owner_id or file_id  # each file of an erased user has its own budget
    key = f"{file.bucket}/{file.name}"
    with BUDGET.spending(owner_id):
        drawn = previews.draw(file.type, _chunks(key, file.size))
    if drawn is not None:
        file_storage().store(previews.key_of(key), drawn, previews.TYPE)
    if not write_now(store_preview_size, file_id=file_id, size=len(drawn or b"")):
        file_storage().remove(previews.key_of(key))


def store_preview_size(*, file_id: UUID, size: int) -> bool:
    """Store the size of a file's preview, 0 for none. Returns False if the file is deleted."""
    return StoredObject.objects.filter(id=file_id, is_deleting=False).update(preview_size=size) == 1


def _chunks(key: str, size: int) -> Iterator[bytes]:
    """The bytes of a file in pieces. Ends early if the file is deleted meanwhile."""
    try:
        for start in range(0, size, CHUNK_SIZE):
            yield file_storage().read(key, start, min(CHUNK_SIZE, size - start))
    except FileNotFoundError:
        log.info("%s was deleted while its preview was drawn", key)
