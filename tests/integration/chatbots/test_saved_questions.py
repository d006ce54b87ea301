"""Saved questions: an admin's answer becomes training, and a question that finds no answer blocks the activation."""

import pytest

from chatbots import services
from chatbots.models import SavedQuestion, TrainingRow
from clients.models import AuditEntry
from core.ids import uuid7
from sync.writes.db_executor import read, write
from tests.support.apps import bots
from tests.support.apps.chatbots import Chat, chat
from tests.support.portal.agency import Json, Portal
from tests.support.sync.device import actor_of

__all__ = ["chat"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

BIKES = "Do you sell bicycles?"


async def save_question(portal: Portal, question: str, expects: str, bot: object) -> Json:
    body = {"id": str(uuid7()), "chatbot_id": str(bot), "question": question, "expects": expects}
    reply = await portal.as_("ana").post("/rest/v1/saved_questions", json=body)
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def test_an_admins_answer_becomes_training_that_the_bot_finds(portal: Portal, chat: Chat) -> None:
    await chat.answer(BIKES)
    row = await read(SavedQuestion.objects.get)
    path, body = f"/rest/v1/saved_questions/{row.id}/answer", {"id": str(uuid7()), "answer": " Only parts of them. "}
    async with portal.grows({"training_data": 1, "meaning_vectors": 2, "effects": 1, "w": 3}):
        saved_question = (await portal.as_("ana").post(path, json=body)).json()
    assert (saved_question["stand"], saved_question["expects"], saved_question["has_passed"]) == (
        "saved",
        body["id"],
        True,
    )
    async with portal.unchanged():
        assert (await portal.as_("ana").post(path, json=body)).json() == saved_question
    assert (await chat.answer("Can I buy a bicycle?"))["response"] == "Only parts of them."


async def test_a_failing_question_blocks_an_activation_without_a_reason(portal: Portal) -> None:
    bot = await bots.bot(portal)
    row_id = str(await read(lambda: TrainingRow.objects.get().id))
    assert (await save_question(portal, "What are your opening hours?", row_id, bot))["has_passed"] is True
    failing_question = await save_question(portal, "Something about whales", row_id, bot)
    assert failing_question["has_passed"] is False
    path = f"/rest/v1/chatbots/{bot}/status"
    async with portal.unchanged():
        reply = await portal.as_("ana").put(path, json={"status": "active", "reason": "  "})
    assert (reply.status_code, reply.json()) == (
        409,
        {
            "code": "gate_not_passed",
            "message": "1 of 2 saved questions do not find their answer. Correct the training, or give a reason to "
            "activate the chatbot anyway.",
        },
    )
    check = {"chatbot_id": str(bot)}
    assert (await portal.as_("ana").post("/functions/v1/check-saved-questions", json=check)).json() == {
        "passed": 1,
        "failed": 1,
    }
    # A chatbot may always be unlisted.
    assert (await portal.as_("ana").put(path, json={"status": "not_listed"})).status_code == 200
    reply = await portal.as_("ana").put(path, json={"status": "active", "reason": "Whales can wait"})
    assert reply.json()["chatbot"]["status"] == "active"
    detail = await read(lambda: AuditEntry.objects.filter(action="chatbot.status").latest("id").text.detail)
    assert detail == {"before": "not_listed", "to": "active", "reason": "Whales can wait"}


async def test_a_failed_activation_stores_the_results_that_its_message_counts(portal: Portal) -> None:
    bot, ana = await bots.bot(portal), actor_of(portal.users["ana"])
    row_id = await read(lambda: TrainingRow.objects.get().id)
    question = await save_question(portal, "What are your opening hours?", str(row_id), bot)
    assert question["has_passed"] is True
    await write(services.change_training, actor=ana, row_id=row_id, question="Whales?", answer="None.")
    reply = await portal.as_("ana").put(f"/rest/v1/chatbots/{bot}/status", json={"status": "active"})
    assert (reply.status_code, reply.json()["message"].partition(" do not")[0]) == (409, "1 of 1 saved questions")
    assert await read(lambda: SavedQuestion.objects.get(id=question["id"]).has_passed) is False


async def test_a_dismissed_question_no_longer_blocks_the_activation(portal: Portal) -> None:
    bot = await bots.bot(portal)
    row_id = str(await read(lambda: TrainingRow.objects.get().id))
    failing_question = await save_question(portal, "Something about whales", row_id, bot)
    assert (await portal.as_("ana").delete(f"/rest/v1/saved_questions/{failing_question['id']}")).json()[
        "stand"
    ] == "dismissed"
    reply = await portal.as_("ana").put(f"/rest/v1/chatbots/{bot}/status", json={"status": "active"})
    assert reply.json()["message"] == "Chatbot activated and added to marketplace!"


async def test_deleting_training_reopens_the_questions_that_expected_it(portal: Portal) -> None:
    bot = await bots.bot(portal)
    row_id = str(await read(lambda: TrainingRow.objects.get().id))
    question = await save_question(portal, "What are your opening hours?", row_id, bot)
    async with portal.grows({"training_data": -1, "meaning_vectors": -1, "w": 2}):
        assert (await portal.as_("ana").delete(f"/rest/v1/training_data/{row_id}")).status_code == 204
    question_row = await read(lambda: SavedQuestion.objects.get(id=question["id"]))
    assert (question_row.stand, question_row.expects, question_row.has_passed) == ("open", None, None)


@pytest.mark.parametrize(
    ("_case", "fields", "status", "code"),
    [
        ("blanks", {"question": " "}, 422, "text_empty"),
        ("no such row of training", {"expects": str(uuid7())}, 404, "row_not_found"),
        ("no such bot", {"chatbot_id": str(uuid7())}, 404, "chatbot_not_found"),
    ],
)
async def test_an_invalid_saved_question_is_rejected(
    _case: str, fields: Json, status: int, code: str, portal: Portal
) -> None:
    bot = await bots.bot(portal)
    row_id = str(await read(lambda: TrainingRow.objects.get().id))
    body = {"id": str(uuid7()), "chatbot_id": str(bot), "question": "When?", "expects": row_id} | fields
    async with portal.unchanged():
        reply = await portal.as_("ana").post("/rest/v1/saved_questions", json=body)
    assert (reply.status_code, reply.json()["code"]) == (status, code)
