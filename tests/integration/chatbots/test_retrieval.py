"""Retrieval of training must not get worse on the two trades that it is tuned on, on every database."""

import pytest

from chatbots import tasks
from chatbots.providers import embeddings
from chatbots.retrieval import retrieval
from core.ids import uuid7
from sync.writes.db_executor import read
from tests.support.actions import chatbots
from tests.support.knowledge import TUNED, encoded, trade
from tests.support.portal.agency import Portal

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.thorough]

AMONG_FIRST, WANTED = 3, 0.75


async def test_the_right_row_is_among_the_first_three_for_three_questions_of_four(portal: Portal) -> None:
    bot, ana = await chatbots.bot(portal), portal.as_("ana")
    asked = [one for name in TUNED for one in trade(name).asked]
    for name in TUNED:
        source = {"source_type": "document", "name": f"{name}.txt", "file": encoded(name)}
        found = (await ana.post("/functions/v1/read-training-source", json=source)).json()["rows"]
        rows = [{"id": str(uuid7()), **row} for row in found]
        body = {"chatbot_id": str(bot), "source_type": "document", "rows": rows}
        assert (await ana.post("/rest/v1/training_data/import", json=body)).status_code == 200
    assert await embeddings.embed_rows(bot, most=tasks.AT_A_TIME)
    missed = []
    for question, wanted in asked:
        meanings = await embeddings.of(question)
        got = await read(retrieval.find, chatbot_id=bot, question=question, meanings=meanings, limit=AMONG_FIRST)
        assert got.is_complete
        if wanted not in [row.question for row in got.rows]:
            missed.append(question)
    assert len(missed) <= len(asked) * (1 - WANTED), missed
