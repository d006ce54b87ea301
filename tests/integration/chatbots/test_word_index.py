"""The word index of training: it finds a bot's own current rows, and reads no rows of other bots."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.db import connection

from chatbots import services
from chatbots.queries import full_text_search
from chatbots.services.training import TrainingExample
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.apps import bots
from tests.support.portal.agency import Portal
from tests.support.sync.device import actor_of

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def add_training(portal: Portal, bot: UUID, *questions: str) -> list[UUID]:
    examples = [TrainingExample(uuid7(), question, "Ask us.") for question in questions]
    await write(
        services.import_training,
        actor=actor_of(portal.users["ana"]),
        chatbot_id=bot,
        examples=examples,
        source_type="document",
        source_url=None,
    )
    return [one.id for one in examples]


def rows_with(word: str, bot: UUID, limit: int = 10) -> set[UUID] | None:
    """The rows of a bot that contain a word, or None if more than `limit` rows do."""
    matches = full_text_search.rows_with([word], bot, limit=limit)
    return set(matches[word]) if word in matches else None


async def test_rows_are_found_by_their_words_until_they_are_edited_or_deleted(portal: Portal) -> None:
    bot, ana = await bots.bot(portal), portal.as_("ana")
    parking, boats = await add_training(portal, bot, "Is there parking?", "Parking for boats?")
    assert await read(rows_with, "park", bot) == {parking, boats}
    assert await read(rows_with, "park", bot, 1) is None
    new_text = {"question": "Is there mooring?", "answer": "Ask us."}
    assert (await ana.put(f"/rest/v1/training_data/{boats}", json=new_text)).status_code == 200
    assert (await read(rows_with, "park", bot), await read(rows_with, "moor", bot)) == ({parking}, {boats})
    assert (await ana.delete(f"/rest/v1/training_data/{parking}")).status_code == 204
    assert (await read(rows_with, "park", bot), await read(rows_with, "moor", bot)) == (set(), {boats})


async def test_other_bots_rows_are_neither_found_nor_read(portal: Portal) -> None:
    bot, other_bot = await bots.bot(portal), await bots.bot(portal, "Other")
    await add_training(portal, other_bot, *(f"Parking place {n}?" for n in range(300)))
    own = await add_training(portal, bot, "Parking?")

    def search() -> tuple[set[UUID] | None, set[UUID] | None, int]:
        with steps() as step_marks:
            matches = rows_with("park", bot), rows_with("place", bot)
        return *matches, len(step_marks)

    *matches, mark_count = await read(search)
    assert (matches, mark_count < 20) == ([set(own), set()], True)


@contextmanager
def steps() -> Iterator[list[None]]:
    """A list that gets one item for each 50 steps of SQLite's virtual machine inside; on PostgreSQL it stays empty."""
    step_marks: list[None] = []
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        connection.connection.set_progress_handler(lambda: step_marks.append(None), 50)
    try:
        yield step_marks
    finally:
        if connection.vendor == "sqlite":
            connection.connection.set_progress_handler(None, 0)
