"""The picture of a bot: fetched by us from the address an admin gave, drawn small, and kept with the bot.

No device of anybody asks that address for anything, so its owner learns of nobody who chats.
"""

import asyncio
import logging
from base64 import b64encode
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings

from chatbots import queries
from core.actor import Person
from core.fetch import Unreachable, fetched
from core.http_client import TooMuch
from files.previews import previews
from sync.writes.db_executor import read

SIDE = 128
BYTES_MAX = 5 * 1024 * 1024
WITHIN_S = 8.0  # an admin waits for it
OK = 200

log = logging.getLogger(__name__)


async def picture_for(*, person: Person, chatbot_id: UUID, address: str | None) -> str:
    """The picture at `address` as a `data:` address; the stored one if the bot has that address already, and "" where
    there is none, or none that can be drawn. Raises AdminsOnly."""
    known = await read(queries.avatar_of, actor=person, chatbot_id=chatbot_id)
    if address is None:
        return ""
    return known[address] if known.get(address) else await asyncio.to_thread(_drawn, address)


def _drawn(address: str) -> str:
    try:
        answer = fetched(address, most=BYTES_MAX, within_s=WITHIN_S, allowed=settings.SCAN_PRIVATE)
    except (Unreachable, TooMuch) as failed:
        log.info("no picture at %s: %s", urlsplit(address).hostname, type(failed).__name__)
        return ""
    # Whatever the host calls it: what cannot be drawn is no picture.
    picture = previews.draw("image", [answer.body], side=SIDE) if answer.status == OK else None
    return "" if picture is None else f"data:{previews.TYPE};base64,{b64encode(picture).decode()}"
