"""The word index of training: it finds a bot's own current rows. On SQLite it reads no rows of other bots."""

from uuid import UUID

import pytest
from django.db import connection

from chatbots import services
from chatbots.queries import full_text_search
from chatbots.services.training import TrainingExample
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.apps import bots
from tests.support.database.stores import STORE
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


async def test_a_word_finds_no_row_of_another_bot(portal: Portal) -> None:
    bot, other_bot = await bots.bot(portal), await bots.bot(portal, "Other")
    await add_training(portal, other_bot, "Parking place?")
    own = await add_training(portal, bot, "Parking?")
    assert (await read(rows_with, "park", bot), await read(rows_with, "place", bot)) == (set(own), set())


if STORE == "sqlite":

    async def test_rows_of_another_bot_add_no_step_to_a_search(portal: Portal) -> None:
        bot, other_bot = await bots.bot(portal), await bots.bot(portal, "Other")
        await add_training(portal, bot, "Parking?")
        await write(merge_segments)
        before = await read(count_steps, "park", bot)
        await add_training(portal, other_bot, *(f"Parking place {n}?" for n in range(300)))
        await write(merge_segments)
        assert 0 < await read(count_steps, "park", bot) <= before


def merge_segments() -> None:
    """Merge the segments of SQLite's index. A search takes 17 steps in each, and earlier tests leave up to 15."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO training_search(training_search) VALUES ('optimize')")


def count_steps(word: str, bot: UUID) -> int:
    """The number of steps of SQLite's virtual machine in a search for one word."""
    step_count = 0

    def count() -> None:
        nonlocal step_count
        step_count += 1

    rows_with(word, bot)  # a connection's first query also loads the schema, and each reader has its own connection
    connection.connection.set_progress_handler(count, 1)
    try:
        rows_with(word, bot)
    finally:
        connection.connection.set_progress_handler(None, 0)
    return step_count
