"""Retrieval of training must not get worse on the two trades that it is tuned on, on every database."""

import pytest

from chatbots.effects import embedding_jobs, embeddings
from chatbots.queries import retrieval
from core.ids import uuid7
from sync.writes.db_executor import read
from tests.support.apps import bots
from tests.support.knowledge import TUNED, encoded, trade
from tests.support.portal.agency import Portal

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.thorough]

AMONG_FIRST, MIN_HIT_RATE = 3, 0.75


async def test_the_right_row_is_among_the_first_three_for_three_questions_of_four(portal: Portal) -> None:
    bot, ana = await bots.bot(portal), portal.as_("ana")
    cases = [one for name in TUNED for one in trade(name).questions]
    for name in TUNED:
        source = {"source_type": "document", "name": f"{name}.txt", "file": encoded(name)}
        source_rows = (await ana.post("/functions/v1/read-training-source", json=source)).json()["rows"]
        rows = [{"id": str(uuid7()), **row} for row in source_rows]
        body = {"chatbot_id": str(bot), "source_type": "document", "rows": rows}
        assert (await ana.post("/rest/v1/training_data/import", json=body)).status_code == 200
    assert await embeddings.embed_rows(bot, limit=embedding_jobs.BATCH_SIZE)
    unmatched_questions = []
    for question, expected in cases:
        vectors = await embeddings.embed_question(question)
        result = await read(
            retrieval.find, chatbot_id=bot, question=question, question_vectors=vectors, limit=AMONG_FIRST
        )
        assert result.is_complete
        if expected not in [row.question for row in result.rows]:
            unmatched_questions.append(question)
    assert len(unmatched_questions) <= len(cases) * (1 - MIN_HIT_RATE), unmatched_questions
