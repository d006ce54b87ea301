"""Workflows of reports: reads a poster for a mail."""

from base64 import b64decode
from uuid import UUID

from reports import queries
from sync.writes.db_executor import read


async def read_poster(owner_id: str) -> bytes | None:
    """The poster of a video for a mail. None if it was deleted, for example with a withdrawn report."""
    data_url = await read(queries.poster, owner_id=UUID(owner_id))
    return b64decode(data_url.partition(",")[2]) if data_url else None
