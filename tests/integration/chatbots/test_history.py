"""The stored messages of a conversation: read before a timestamp, and without characters that a database rejects."""

from collections.abc import AsyncGenerator

import pytest

from chatbots.providers import language_model
from tests.support.apps.chatbots import Chat, chat, messages
from tests.support.portal.agency import Portal

__all__ = ["chat"]

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


@pytest.mark.parametrize(
    ("before", "status", "count"),
    [
        ("9999-12-31T00:00:00Z", 200, 2),
        ("2020-01-01T00:00:00Z", 200, 0),
        ("0001-01-01T00:00:00+01:00", 422, None),
        ("9999-12-31T23:59:59-01:00", 422, None),
    ],
)
async def test_a_conversation_is_read_before_any_valid_time(
    before: str, status: int, count: int | None, portal: Portal, chat: Chat
) -> None:
    await chat.answer()
    params = {"conversation_id": str(chat.bot), "before": before}
    reply = await portal.as_("maya").get("/rest/v1/chat_messages", params=params)
    assert reply.status_code == status, reply.text
    assert count is None or len(reply.json()["rows"]) == count


async def test_a_user_reads_their_newest_messages_of_all_bots_without_naming_a_bot(portal: Portal, chat: Chat) -> None:
    for text in ("Are you open on Sunday?", "And on Monday?"):
        await chat.answer(text)
    await chat.answer("What do clients ask?", name="ana")
    params = {"user_id": str(portal.users["maya"].id), "limit": "3"}
    rows = (await portal.as_("maya").get("/rest/v1/chat_messages", params=params)).json()["rows"]
    assert [(row["sender_type"], row["user_id"]) for row in rows] == [
        (sender, params["user_id"]) for sender in ("bot", "user", "bot")
    ]
    assert rows[1]["content"] == "And on Monday?"
    older_params = params | {"before": rows[2]["created_at"]}
    [first] = (await portal.as_("maya").get("/rest/v1/chat_messages", params=older_params)).json()["rows"]
    assert first["content"] == "Are you open on Sunday?"
    assert (await portal.as_("otto").get("/rest/v1/chat_messages")).json() == {"rows": []}


async def test_characters_that_a_database_rejects_are_removed_from_an_answer(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stream(**_: object) -> AsyncGenerator[language_model.Piece, None]:
        for text in ("At \ud83d", "\ude00 eight\x00 \ud83d"):
            yield language_model.Piece(text, "m" * 200)

    monkeypatch.setattr(language_model, "stream", stream)
    answer = await chat.answer()
    assert (answer["response"], answer["model_used"]) == ("At \U0001f600 eight \ufffd", "m" * 100)
    assert (await messages())[-1] == ("bot", "At \U0001f600 eight \ufffd")
