"""Training by hand and from a previewed source: all rows are stored or none."""

from uuid import UUID

import pytest

from chatbots.effects import embeddings
from chatbots.models import EmbeddingVector
from chatbots.queries import retrieval
from core.ids import uuid7
from sync.writes.db_executor import read
from tests.support.apps import bots
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

ROWS, IMPORT = "/rest/v1/training_data", "/rest/v1/training_data/import"
OPENING = {"question": "When do you open?", "answer": "At eight."}
SHIPPING = {"question": "Do you ship?", "answer": "Twice a week."}


def training_row(bot: UUID, **fields: object) -> Json:
    return {"id": str(uuid7()), "chatbot_id": str(bot), **SHIPPING} | fields


async def test_a_manual_row_is_stored_once_changed_and_deleted(portal: Portal) -> None:
    bot, ana = await bots.bot(portal), portal.as_("ana")
    body = training_row(bot, question="  Do you ship? ", source_url="https://x.example/faq")
    async with portal.grows({"training_data": 1, "meaning_vectors": 1, "effects": 1, "w": 1}):
        row = (await ana.post(ROWS, json=body)).json()
    assert (row["question"], row["source_type"], row["source_url"]) == (
        "Do you ship?",
        "manual",
        "https://x.example/faq",
    )
    async with portal.unchanged():
        assert (await ana.post(ROWS, json=body)).json() == row
        for other in ({"answer": "No."}, {"source_type": "url"}, {"source_url": None}):
            conflict = await ana.post(ROWS, json=body | other)
            assert (conflict.status_code, conflict.json()["code"]) == (409, "id_taken"), other  # MU2
    async with portal.grows({"effects": 1, "w": 1}):
        edited_row = (await ana.put(f"{ROWS}/{body['id']}", json=OPENING)).json()
    assert edited_row == row | OPENING | {"v": edited_row["v"]}
    for typed, stored in (("https://x.example/hours", "https://x.example/hours"), ("", None)):
        reply = await ana.put(f"{ROWS}/{body['id']}", json=OPENING | {"source_url": typed})
        assert (reply.status_code, reply.json()["source_url"]) == (200, stored)
    async with portal.unchanged():
        assert (await ana.put(f"{ROWS}/{body['id']}", json=OPENING | {"source_url": "javascript:1"})).status_code == 422
    async with portal.grows({"training_data": -1, "meaning_vectors": -1, "w": 1}):
        assert (await ana.delete(f"{ROWS}/{body['id']}")).status_code == 204
    async with portal.unchanged():
        assert (await ana.delete(f"{ROWS}/{body['id']}")).status_code == 404
        assert (await ana.put(f"{ROWS}/{body['id']}", json=OPENING)).status_code == 404


async def test_saved_rows_are_embedded_before_those_of_an_unfinished_import(portal: Portal) -> None:
    bot, ana = await bots.bot(portal), portal.as_("ana")
    import_rows = [training_row(bot, question=f"Question {n}?") for n in range(embeddings.BATCH_SIZE * 2)]
    rows = [{name: row[name] for name in ("id", "question", "answer")} for row in import_rows]
    body = {"chatbot_id": str(bot), "source_type": "document", "rows": rows}
    assert (await ana.post(IMPORT, json=body)).status_code == 200
    row, question = training_row(bot), {"id": str(uuid7()), "chatbot_id": str(bot), "question": SHIPPING["question"]}
    assert (await ana.post(ROWS, json=row)).status_code == 200
    assert await read(EmbeddingVector.objects.filter(row_id=row["id"]).exists)
    reply = await ana.post("/rest/v1/saved_questions", json=question | {"expects": row["id"]})
    assert reply.json()["has_passed"] is True
    assert await read(EmbeddingVector.objects.filter(row_id=question["id"]).exists)


@pytest.mark.parametrize(
    ("_case", "fields", "status", "code"),
    [
        ("no question", {"question": "\u200b "}, 422, "text_empty"),
        ("no answer", {"answer": ""}, 422, "text_empty"),
        ("a script for a source", {"source_url": "javascript:1"}, 422, "invalid"),
        ("no such bot", {"chatbot_id": str(uuid7())}, 404, "chatbot_not_found"),
    ],
)
async def test_an_invalid_training_row_is_rejected(
    _case: str, fields: Json, status: int, code: str, portal: Portal
) -> None:
    bot = await bots.bot(portal)
    async with portal.unchanged():
        reply = await portal.as_("ana").post(ROWS, json=training_row(bot, **fields))
    assert (reply.status_code, reply.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    ("question", "answer", "search_text"),
    [
        ("Во сколько вы открываетесь?", "В восемь утра.", "Вы открываетесь утром?"),
        ("Πότε ανοίγετε;", "Στις οκτώ.", "Ανοίγετε σήμερα;"),
        ("متى تفتحون؟", "في الثامنة صباحا", "هل تفتحون صباحا؟"),
    ],
)
async def test_training_in_any_script_is_stored_and_found(
    question: str, answer: str, search_text: str, portal: Portal
) -> None:
    bot, ana = await bots.bot(portal), portal.as_("ana")
    body = training_row(bot, question=question, answer=answer)
    assert (await ana.post(ROWS, json=body)).status_code == 200
    assert (await ana.post(ROWS, json=training_row(bot, question="\U0001f44d", answer="\U0001f600"))).status_code == 200
    matches = await read(
        retrieval.find,
        chatbot_id=bot,
        question=search_text,
        question_vectors=await embeddings.embed_question(search_text),
        limit=1,
    )
    assert [(row.question, row.answer) for row in matches.rows] == [(question, answer)]


async def test_all_rows_of_a_source_are_stored_or_none(portal: Portal) -> None:
    bot = await bots.bot(portal)
    rows = [{"id": str(uuid7()), "question": f"Question {n}?", "answer": f"Answer {n}."} for n in range(3)]
    body = {"chatbot_id": str(bot), "source_type": "url", "source_url": "https://x.example/faq", "rows": rows}
    async with portal.unchanged():
        reply = await portal.as_("ana").post(
            IMPORT, json=body | {"rows": [*rows, rows[0] | {"id": str(uuid7()), "answer": " "}]}
        )
        assert (reply.status_code, reply.json()["code"]) == (422, "text_empty")
        assert (await portal.as_("ana").post(IMPORT, json=body | {"rows": []})).status_code == 422
        assert (await portal.as_("ana").post(IMPORT, json=body | {"source_type": "manual"})).status_code == 422
    async with portal.grows({"training_data": 3, "audit_log": 1, "effects": 1, "w": 3}):
        stored_rows = (await portal.as_("ana").post(IMPORT, json=body)).json()
    assert [(row["question"], row["source_type"], row["source_url"]) for row in stored_rows] == [
        (row["question"], "url", "https://x.example/faq") for row in rows
    ]
    async with portal.unchanged():  # a repeat after a lost response
        assert (await portal.as_("ana").post(IMPORT, json=body)).json() == stored_rows
