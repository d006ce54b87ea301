"""Finding training: over three hundred rows, a hundred questions in other words than theirs, the same on every store."""

import pytest

from chatbots import queries
from core.ids import uuid7
from sync.seam import read
from tests.support.deeds import chatbots
from tests.support.knowledge import DOCUMENTS, encoded, questions
from tests.support.portal import Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

AMONG_FIRST, WANTED = 3, 0.9


async def test_the_right_row_is_among_the_first_three_for_nine_questions_of_ten(portal: Portal) -> None:
    bot, ana = await chatbots.bot(portal), portal.as_("ana")
    for name in DOCUMENTS:
        source = {"source_type": "document", "name": name, "file": encoded(name)}
        found = (await ana.post("/functions/v1/read-training-source", json=source)).json()["rows"]
        body = {
            "chatbot_id": str(bot),
            "source_type": "document",
            "rows": [{"id": str(uuid7()), **row} for row in found],
        }
        assert (await ana.post("/rest/v1/training_data/import", json=body)).status_code == 200
    asked = questions()
    missed = []
    for question, wanted in asked:
        got = await read(queries.find, chatbot_id=bot, question=question, limit=AMONG_FIRST)
        if wanted not in [row.question for row in got]:
            missed.append(question)
    assert len(missed) <= len(asked) * (1 - WANTED), missed
