"""Bots with training, as an admin creates them."""

from typing import TypedDict
from uuid import UUID

from chatbots import services
from chatbots.effects import embeddings
from core.ids import uuid7
from sync.writes.db_executor import write
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of


class BotDetails(TypedDict):
    category: str
    description: str
    avatar_url: str | None
    model_preference: str | None


DETAILS: BotDetails = {"category": "Support", "description": "Coffee", "avatar_url": None, "model_preference": None}


async def bot(portal: Portal, name: str = "Harbor Bot") -> UUID:
    """A bot in training with one training example."""
    ana = actor_of(portal.users["ana"])
    chatbot, _ = await write(services.create_chatbot, actor=ana, chatbot_id=uuid7(), bot_name=name, **DETAILS)
    await write(
        services.add_training,
        actor=ana,
        row_id=uuid7(),
        chatbot_id=chatbot.id,
        question="When do you open?",
        answer="At eight each morning.",
    )
    await embeddings.embed_rows(chatbot.id)
    return chatbot.id


async def move(portal: Portal, chatbot_id: UUID, status: str, reason: str = "") -> services.StatusChange:
    """Set a bot's status as ana."""
    ana = actor_of(portal.users["ana"])
    return await write(services.set_status, actor=ana, chatbot_id=chatbot_id, status=status, reason=reason)


async def assigned_bot(portal: Portal, name: str = "maya") -> UUID:
    """An active bot that is assigned to the user `name`."""
    chatbot_id = await bot(portal)
    await move(portal, chatbot_id, "active")
    ana = actor_of(portal.users["ana"])
    await write(services.assign, actor=ana, user_id=portal.users[name].id, chatbot_id=chatbot_id)
    return chatbot_id
