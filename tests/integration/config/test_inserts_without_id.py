"""Inserts without an id, as the API documents them: for programs that do not repeat a request (decision 80)."""

from uuid import UUID

import pytest

from tests.support.apps import bots
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

NELL = {"company_name": "Nell's Nails", "contact_name": "Nell", "contact_email": "nell@nails.example"}


@pytest.mark.parametrize(
    ("table", "fields", "owner", "status"),
    [
        ("clients", NELL, None, 201),
        ("reports", {"title": "Week 47", "content": {"text": "A good week."}}, "client", 201),
        ("client_videos", {"video_url": "https://youtu.be/dQw4w9WgXcQ", "posted_at": "2026-11-27"}, "client", 201),
        ("chatbots", {"bot_name": "Bean", "category": "Support"}, None, 201),
        ("training_data", {"question": "When?", "answer": "At eight."}, "chatbot", 200),
    ],
)
async def test_the_server_creates_the_id_of_a_new_row(
    table: str, fields: Json, owner: str | None, status: int, portal: Portal
) -> None:
    owners = {"client": portal.clients["maya"], "chatbot": await bots.assigned_bot(portal)}
    body = fields if owner is None else fields | {f"{owner}_id": str(owners[owner])}
    first, second = [
        await portal.as_("ana").post(f"/rest/v1/{table}", json=body | unique_fields(table, n)) for n in (1, 2)
    ]
    ids = {UUID(reply.json()["id"]) for reply in (first, second)}
    assert ([id.version for id in ids], len(ids)) == ([7, 7], 2)
    assert [reply.status_code for reply in (first, second)] == [status, status]


def unique_fields(table: str, n: int) -> Json:
    """The fields whose values must differ: two clients cannot have the same email address."""
    return {"contact_email": f"nell{n}@nails.example"} if table == "clients" else {}
