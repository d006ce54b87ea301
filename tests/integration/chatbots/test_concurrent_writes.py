"""Writes of bots that other transactions interrupt: none leaves a visible message."""

import asyncio

import pytest

from chatbots import services
from chatbots.models import ChatMessage
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.actions import chatbots
from tests.support.apps import bots
from tests.support.database.open_transaction import GRACE_S, uncommitted
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.mark.parametrize("stored", ["question", "reply"])
async def test_a_message_that_is_stored_during_a_deletion_is_hidden_with_the_others(
    stored: str, portal: Portal
) -> None:
    bot = await bots.given(portal)
    first = await chatbots.send_question(portal, bot)
    maya = actor_of(portal.users["maya"])

    def store() -> None:
        if stored == "question":
            services.store_question(actor=maya, question_id=uuid7(), chatbot_id=bot, content="Until when?")
        else:
            services.store_reply(question_id=first, reply=chatbots.REPLY)

    async def delete() -> None:
        assert (await portal.as_("ana").delete(f"/rest/v1/chatbots/{bot}")).status_code == 200
        while await write(services.show_or_hide_batch, chatbot_id=bot):
            pass

    async with uncommitted(store):
        deleting = asyncio.create_task(delete())
        await asyncio.wait({deleting}, timeout=GRACE_S)
    await deleting
    assert await read(lambda: list(ChatMessage.objects.values_list("is_hidden", flat=True))) == [True, True]
