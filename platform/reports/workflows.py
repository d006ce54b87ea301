"""Workflows of reports between transactions: decodes a poster for a mail."""

from base64 import b64decode
from uuid import UUID

from reports import queries
from sync.writes.db_executor import read


async def read_poster(owner_id: str) -> bytes | None:
    """The poster of a video for a mail. None if it is gone, because the report was withdrawn, for example."""
    data_url = await read(queries.poster, owner_id=UUID(owner_id))
    return b64decode(data_url.partition(",")[2]) if data_url else None
