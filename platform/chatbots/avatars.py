"""The picture of a bot: the server fetches it from an admin's address, draws it small, and stores it with the bot.

Devices never load anything from that address, so its owner cannot see who chats.
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
    """Return the picture at `address` as a `data:` URL.

    If the bot has that address already, returns the stored picture. Returns "" if there is no address, or if the
    picture cannot be fetched or drawn. Raises AdminsOnly.
    """
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
    # The host's content type is ignored: only what can be drawn counts as a picture.
    picture = previews.draw("image", [answer.body], side=SIDE) if answer.status == OK else None
    return "" if picture is None else f"data:{previews.TYPE};base64,{b64encode(picture).decode()}"
