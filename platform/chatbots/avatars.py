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
from core.actor import Actor
from core.fetch import Unreachable, fetch
from core.http_client import ResponseTooLarge
from files.previews import previews
from sync.writes.db_executor import read

SIDE = 128
BYTES_MAX = 5 * 1024 * 1024
TIMEOUT_S = 8.0  # an admin waits for it
OK = 200

log = logging.getLogger(__name__)


async def picture_for(*, actor: Actor, chatbot_id: UUID, address: str | None) -> str:
    """Return the picture at `address` as a `data:` URL.

    If the bot has that address already, returns the stored picture. Returns "" if there is no address, or if the
    picture cannot be fetched or drawn. Raises AdminsOnly.
    """
    stored = await read(queries.avatar_of, actor=actor, chatbot_id=chatbot_id)
    if address is None:
        return ""
    return stored[address] if stored.get(address) else await asyncio.to_thread(_draw, address)


def _draw(address: str) -> str:
    try:
        response = fetch(address, most=BYTES_MAX, within_s=TIMEOUT_S, allowed=settings.SCAN_PRIVATE)
    except (Unreachable, ResponseTooLarge) as error:
        log.info("no picture at %s: %s", urlsplit(address).hostname, type(error).__name__)
        return ""
    # The host's content type is ignored: only what can be drawn counts as a picture.
    picture = previews.draw("image", [response.body], side=SIDE) if response.status == OK else None
    return "" if picture is None else f"data:{previews.TYPE};base64,{b64encode(picture).decode()}"
