"""`GET /rest/v1/chat_messages`: the messages of a conversation before a timestamp."""

import pytest

from tests.support.apps.chatbots import Chat, chat
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
