"""`PUT /rest/v1/thread_resolutions`: admins mark messages as needing no answer. Clients do not receive the mark."""

from datetime import timedelta

import pytest
from time_machine import Traveller

from clients.models import Attention
from clients.tasks import attention_worker
from core.clock import iso, now
from core.ids import uuid7
from sync.writes.db_executor import read
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PATH = "/rest/v1/thread_resolutions"
TABLE = "thread_resolutions"


async def resolve(portal: Portal, message: Json, *, is_resolved: bool = True, name: str = "ana") -> Json:
    """Mark the thread up to `message` as `name`, or undo that mark. Returns the row."""
    body = {"id": message["client_id"], "resolved_to": message["id"], "is_resolved": is_resolved}
    reply = await portal.as_(name).put(PATH, json=body)
    assert reply.status_code == 200, reply.text
    return dict(reply.json())


async def waiting_since(portal: Portal) -> str | None:
    """The time since which maya waits for an answer, as admins receive it."""
    await read(attention_worker.update_attention)
    rows = await read(lambda: list(Attention.objects.filter(id=portal.clients["maya"])))
    return next((reason["since"] for row in rows for reason in row.reasons if reason["code"] == "waiting"), None)


async def test_a_mark_ends_the_wait_and_only_admins_receive_it(portal: Portal, fake_clock: Traveller) -> None:
    await portal.post("maya", "Is it done?")
    last = await portal.post("maya", "Never mind, thanks!")
    fake_clock.shift(timedelta(minutes=5))
    async with portal.grows({TABLE: 1, "w": 1}):
        row = await resolve(portal, last)
    assert row == {
        "id": last["client_id"],
        "v": 1,
        "resolved_created_at": last["created_at"],
        "resolved_at": iso(now()),
        "resolved_by": "Ana Ferreira",
    }
    assert await portal.frames("w", 1) == [{"tbl": TABLE, "op": "u", "row": row}]
    assert await waiting_since(portal) is None
    params = {"s": f"c:{last['client_id']}", "tbl": TABLE}
    assert (await portal.as_("maya").get("/realtime/v1/rows", params=params)).status_code == 404
    assert (await portal.as_("ana").get("/realtime/v1/rows", params={"s": "w", "tbl": TABLE})).json()["rows"] == [row]


async def test_a_message_newer_than_the_mark_waits_for_an_answer(portal: Portal) -> None:
    seen_message = await portal.post("maya", "Thanks!")
    later_message = await portal.post("maya", "One more question")
    await resolve(portal, seen_message)
    assert await waiting_since(portal) == later_message["created_at"]
    newest_message = await portal.post("maya", "Hello?")
    assert await waiting_since(portal) == later_message["created_at"]
    await resolve(portal, newest_message)
    assert await waiting_since(portal) is None


async def test_a_mark_moves_forward_only_and_a_repeat_changes_nothing(portal: Portal) -> None:
    first, second = await portal.post("maya", "One"), await portal.post("maya", "Two")
    row = await resolve(portal, second)
    async with portal.unchanged():
        assert await resolve(portal, second) == row
        assert await resolve(portal, first) == row


async def test_an_undo_restores_the_former_mark_and_a_repeat_changes_nothing(portal: Portal) -> None:
    first, second = await portal.post("maya", "One"), await portal.post("maya", "Two")
    await resolve(portal, first)
    await resolve(portal, second)
    row = await resolve(portal, second, is_resolved=False)
    assert (row["resolved_created_at"], row["resolved_at"], row["resolved_by"]) == (first["created_at"], None, "")
    assert await waiting_since(portal) == second["created_at"]
    async with portal.unchanged():
        assert await resolve(portal, second, is_resolved=False) == row
    row = await resolve(portal, first, is_resolved=False)
    assert row["resolved_created_at"] is None
    assert await waiting_since(portal) == first["created_at"]


async def test_an_undo_of_an_earlier_mark_keeps_the_later_mark(portal: Portal) -> None:
    first, second = await portal.post("maya", "One"), await portal.post("maya", "Two")
    await resolve(portal, first)
    await resolve(portal, second)
    row = await resolve(portal, first, is_resolved=False)
    assert row["resolved_created_at"] == second["created_at"]
    row = await resolve(portal, second, is_resolved=False)
    assert row["resolved_created_at"] is None


async def test_an_undo_of_a_mark_that_never_arrived_marks_nothing(portal: Portal) -> None:
    last = await portal.post("maya", "Thanks!")
    row = await resolve(portal, last, is_resolved=False)
    assert (row["resolved_created_at"], row["resolved_by"]) == (None, "")
    assert await waiting_since(portal) == last["created_at"]


async def test_a_client_cannot_mark_their_own_thread(portal: Portal) -> None:
    last = await portal.post("maya", "Thanks!")
    body = {"id": last["client_id"], "resolved_to": last["id"], "is_resolved": True}
    async with portal.unchanged():
        reply = await portal.as_("maya").put(PATH, json=body)
    assert (reply.status_code, reply.json()["code"]) == (403, "admins_only")


async def test_a_message_of_another_thread_and_an_unknown_client_are_not_found(portal: Portal) -> None:
    ottos_message = await portal.post("otto", to="otto")
    mayas_message = await portal.post("maya")
    requests = [
        (mayas_message["client_id"], ottos_message["id"], "message_not_found"),
        (mayas_message["client_id"], str(uuid7()), "message_not_found"),
        (str(uuid7()), mayas_message["id"], "client_not_found"),
    ]
    async with portal.unchanged():
        for client_id, message_id, code in requests:
            body = {"id": client_id, "resolved_to": message_id, "is_resolved": True}
            reply = await portal.as_("ana").put(PATH, json=body)
            assert (reply.status_code, reply.json()["code"]) == (404, code)


async def test_a_bad_body_is_rejected(portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").put(PATH, json={"id": "x", "resolved_to": None, "up_to": 1})
    assert (reply.status_code, reply.json()["code"]) == (422, "invalid")
    assert [problem["field"] for problem in reply.json()["fields"]] == ["id", "resolved_to", "is_resolved", "up_to"]
