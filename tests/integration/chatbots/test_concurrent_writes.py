"""Concurrent writes of a bot: none leaves a visible message of a deleted bot, or a vector of a former text."""

import asyncio
from functools import partial

import pytest
from django.db import connection

from chatbots import services
from chatbots.models import ChatMessage, EmbeddingVector, TrainingRow
from chatbots.queries import row_to_embed
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.actions import chatbots
from tests.support.apps import bots
from tests.support.database.open_transaction import blocked_or_done, uncommitted
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

HAS_ROW_LOCKS = connection.features.has_select_for_update
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.mark.parametrize("kind", ["question", "reply"])
async def test_a_message_that_is_stored_during_its_bots_deletion_is_hidden(kind: str, portal: Portal) -> None:
    bot = await bots.assigned_bot(portal)
    first = await chatbots.send_question(portal, bot)
    maya = actor_of(portal.users["maya"])

    def store() -> None:
        if kind == "question":
            services.store_question(actor=maya, question_id=uuid7(), chatbot_id=bot, content="Until when?")
        else:
            services.store_reply(question_id=first, reply=chatbots.REPLY)

    async def delete() -> None:
        assert (await portal.as_("ana").delete(f"/rest/v1/chatbots/{bot}")).status_code == 200
        while await write(services.show_or_hide_batch, chatbot_id=bot):
            pass

    async with uncommitted(store):
        deletion = asyncio.create_task(delete())
        await blocked_or_done(deletion)
    await deletion
    assert await read(lambda: list(ChatMessage.objects.values_list("is_hidden", flat=True))) == [True, True]


if HAS_ROW_LOCKS:

    @pytest.mark.parametrize("kind", ["question", "reply"])
    async def test_a_message_is_stored_while_a_long_transaction_writes_its_bot(kind: str, portal: Portal) -> None:
        """SQLite has one writer at a time, so there every message waits for that transaction."""
        bot = await bots.assigned_bot(portal)
        first = await chatbots.send_question(portal, bot)
        ana = actor_of(portal.users["ana"])
        async with uncommitted(partial(services.check_questions, actor=ana, chatbot_id=bot)), asyncio.timeout(10):
            if kind == "question":
                await chatbots.send_question(portal, bot)
            else:
                await write(services.store_reply, question_id=first, reply=chatbots.REPLY)
        assert await read(ChatMessage.objects.count) == 2


async def test_a_text_edit_while_its_vector_is_stored_leaves_no_vector_of_the_old_text(portal: Portal) -> None:
    bot, ana = await bots.bot(portal), actor_of(portal.users["ana"])
    row = await read(TrainingRow.objects.get)
    old_vectors = [(row_to_embed(row), b"1")]
    change = partial(services.change_training, actor=ana, row_id=row.id, question="When?", answer="At 9.")
    async with uncommitted(change):
        store_task = asyncio.create_task(
            write(services.store_vectors, chatbot_id=bot, model="m", packed_vectors=old_vectors)
        )
        await blocked_or_done(store_task)
    await store_task
    assert await read(EmbeddingVector.objects.count) == 0
