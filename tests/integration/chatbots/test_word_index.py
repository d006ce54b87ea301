"""The word index of training: a bot's own current rows, whatever other bots have."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.db import connection

from chatbots import services
from chatbots.retrieval import full_text_search
from chatbots.services.training import Lesson
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.actions import chatbots
from tests.support.portal.agency import Portal
from tests.support.sync.device import person

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def taught(portal: Portal, bot: UUID, *questions: str) -> list[UUID]:
    lessons = [Lesson(uuid7(), question, "Ask us.") for question in questions]
    await write(
        services.import_training,
        actor=person(portal.people["ana"]),
        chatbot_id=bot,
        lessons=lessons,
        source_type="document",
        source_url=None,
    )
    return [one.id for one in lessons]


def having(word: str, bot: UUID, most: int = 10) -> set[UUID] | None:
    """The rows of a bot that have a word; None if too many have."""
    found = full_text_search.rows_with([word], bot, most=most)
    return set(found[word]) if word in found else None


async def test_rows_are_found_by_their_words_until_they_are_edited_or_deleted(portal: Portal) -> None:
    bot, ana = await chatbots.bot(portal), portal.as_("ana")
    parking, both = await taught(portal, bot, "Is there parking?", "Parking for boats?")
    assert await read(having, "park", bot) == {parking, both}
    assert await read(having, "park", bot, 1) is None
    changed = {"question": "Is there mooring?", "answer": "Ask us."}
    assert (await ana.put(f"/rest/v1/training_data/{both}", json=changed)).status_code == 200
    assert (await read(having, "park", bot), await read(having, "moor", bot)) == ({parking}, {both})
    assert (await ana.delete(f"/rest/v1/training_data/{parking}")).status_code == 204
    assert (await read(having, "park", bot), await read(having, "moor", bot)) == (set(), {both})


async def test_other_bots_rows_are_neither_found_nor_read(portal: Portal) -> None:
    bot, other = await chatbots.bot(portal), await chatbots.bot(portal, "Other")
    await taught(portal, other, *(f"Parking place {n}?" for n in range(300)))
    own = await taught(portal, bot, "Parking?")

    def searched() -> tuple[set[UUID] | None, set[UUID] | None, int]:
        with steps() as taken:
            found = having("park", bot), having("place", bot)
        return *found, len(taken)

    *found, taken = await read(searched)
    assert (found, taken < 20) == ([set(own), set()], True)


@contextmanager
def steps() -> Iterator[list[None]]:
    """A list that gets one item for each 50 steps of SQLite's virtual machine inside; on PostgreSQL it stays empty."""
    taken: list[None] = []
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        connection.connection.set_progress_handler(lambda: taken.append(None), 50)
    try:
        yield taken
    finally:
        if connection.vendor == "sqlite":
            connection.connection.set_progress_handler(None, 0)
