"""The picture of a bot: the server fetches it from an admin's address, draws it small, and stores it with the bot.

Devices never load anything from that address, so its owner cannot see who chats.
"""

import asyncio
from uuid import UUID

from chatbots import queries
from chatbots.providers import avatars
from core.actor import Actor
from sync.writes.db_executor import read


async def picture_for(*, actor: Actor, chatbot_id: UUID, address: str | None) -> str:
    """Return the picture at `address` as a `data:` URL.

    If the bot has that address already, returns the stored picture. Returns "" if there is no address, or if the
    picture cannot be fetched or drawn. Raises AdminsOnly.
    """
    stored = await read(queries.avatar_of, actor=actor, chatbot_id=chatbot_id)
    if address is None:
        return ""
    return stored[address] if stored.get(address) else await asyncio.to_thread(avatars.fetch_drawn, address)
