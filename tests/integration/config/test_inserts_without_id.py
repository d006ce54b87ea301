"""Inserts as the documents have them, without an id: for programs that do not repeat a request (decision 80)."""

from uuid import UUID

import pytest

from tests.support.apps import bots
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NELL = {"company_name": "Nell's Nails", "contact_name": "Nell", "contact_email": "nell@nails.example"}


@pytest.mark.parametrize(
    ("table", "fields", "of", "status"),
    [
        ("clients", NELL, None, 201),
        ("reports", {"title": "Week 47", "content": {"text": "A good week."}}, "client", 201),
        ("client_videos", {"video_url": "https://youtu.be/dQw4w9WgXcQ", "posted_at": "2026-11-27"}, "client", 201),
        ("chatbots", {"bot_name": "Bean", "category": "Support"}, None, 201),
        ("training_data", {"question": "When?", "answer": "At eight."}, "chatbot", 200),
    ],
)
async def test_the_server_creates_the_id_of_a_new_row(
    table: str, fields: Json, of: str | None, status: int, portal: Portal
) -> None:
    owners = {"client": portal.clients["maya"], "chatbot": await bots.given(portal)}
    body = fields if of is None else fields | {f"{of}_id": str(owners[of])}
    first, second = [await portal.as_("ana").post(f"/rest/v1/{table}", json=body | other(table, n)) for n in (1, 2)]
    ids = {UUID(reply.json()["id"]) for reply in (first, second)}
    assert ([id.version for id in ids], len(ids)) == ([7, 7], 2)
    assert [reply.status_code for reply in (first, second)] == [status, status]


def other(table: str, n: int) -> Json:
    """No two clients have the same address."""
    return {"contact_email": f"nell{n}@nails.example"} if table == "clients" else {}
