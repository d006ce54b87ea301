"""Notices of messages: one for messages in quick succession, none for read messages or muted users."""

from datetime import timedelta

import pytest
from time_machine import TimeMachineFixture

from messaging.services import notify
from notifications.models import Notice
from sync.writes.db_executor import read
from tests.support.database.effects import effects_of
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Json, Portal

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


async def notices(name: str, portal: Portal) -> list[Json]:
    """The notices of a user."""
    return await read(lambda: [dict(row) for row in Notice.objects.filter(user_id=portal.users[name].id).values()])


async def test_a_client_is_notified_of_an_admins_messages(portal: Portal, mailbox: Mailbox) -> None:
    await portal.post("ana", "Your report is ready.")
    await portal.post("ana", "Have a look!")
    await mailbox.mails()
    [notice] = await notices("maya", portal)
    fields = {name: notice[name] for name in ("kind", "side", "title", "body", "path", "count", "n", "opened_at")}
    assert fields == {
        "kind": "message",
        "side": "client",
        "title": "2 new messages from Ana Ferreira",
        "body": "Have a look!",
        "path": "/dashboard/messaging",
        "count": 2,
        "n": 1,
        "opened_at": None,
    }
    assert await notices("ana", portal) == await notices("otto", portal) == []


async def test_messages_in_quick_succession_share_one_notification(
    portal: Portal, mailbox: Mailbox, time_machine: TimeMachineFixture
) -> None:
    for text in ("Good morning!", "Your report is ready.", "Have a look!"):
        await portal.post("ana", text)
        await mailbox.mails()
    [first] = await notices("maya", portal)
    assert (first["title"], first["count"], first["n"]) == ("New message from Ana Ferreira", 1, 1)
    windows = await read(lambda: list(effects_of(notify.update_notifications).values_list("due", flat=True)))
    assert len(windows) in {1, 2}
    assert {due.timestamp() % 10 for due in windows} == {1}  # 1 s after the window, when its last message is committed
    time_machine.move_to(timedelta(seconds=11))
    await mailbox.mails()
    [second] = await notices("maya", portal)
    assert (second["title"], second["body"]) == ("3 new messages from Ana Ferreira", "Have a look!")
    assert (second["count"], second["n"]) == (3, 2)


async def test_the_provider_is_notified_of_a_clients_message_until_it_is_read(portal: Portal, mailbox: Mailbox) -> None:
    message = await portal.post("maya", "Is my page slower?")
    await mailbox.mails()
    [notice] = await notices("ana", portal)
    thread = str(portal.clients["maya"])
    assert (notice["title"], notice["side"]) == ("New message from Harbor Coffee", "provider")
    assert notice["path"] == f"/dashboard/messaging?client={thread}"
    await portal.as_("ana").put("/rest/v1/threads", json={"id": thread, "read_to": message["id"]})
    [read_notice] = await notices("ana", portal)
    assert (read_notice["count"], read_notice["opened_at"] is None) == (0, False)


async def test_a_message_read_before_its_notification_sends_none(portal: Portal, mailbox: Mailbox) -> None:
    message = await portal.post("maya", "Never mind.")
    body = {"id": str(portal.clients["maya"]), "read_to": message["id"]}
    await portal.as_("ana").put("/rest/v1/threads", json=body)
    await mailbox.mails()
    assert await notices("ana", portal) == []


@pytest.mark.parametrize(("setting", "notice_count"), [("notify_messages", 0), ("notify_reports", 1)])
async def test_a_muted_client_is_not_notified(
    setting: str, notice_count: int, portal: Portal, mailbox: Mailbox
) -> None:
    reply = await portal.as_("maya").patch("/rest/v1/clients", json={setting: False})
    assert (reply.status_code, reply.json()[setting]) == (200, False)
    await portal.post("ana", "Hello?")
    await mailbox.mails()
    assert len(await notices("maya", portal)) == notice_count


async def test_a_message_that_was_taken_back_has_no_open_notice(portal: Portal, mailbox: Mailbox) -> None:
    message = await portal.post("ana", "The password is swordfish.")
    await mailbox.mails()
    assert (await portal.as_("ana").delete(f"/rest/v1/messages/{message['id']}")).status_code == 200
    await mailbox.mails()
    [notice] = await notices("maya", portal)
    assert notice["opened_at"] is not None


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"company_name": "  "}, 422, "company_required"),
        ({"company_name": "x" * 201}, 422, "invalid"),
        ({"company_name": "Two\u2029lines"}, 422, "invalid"),
        ({"company_name": "Turned \u202earound"}, 422, "invalid"),
        ({"subscription_tier": "pro"}, 422, "invalid"),
    ],
)
async def test_an_invalid_change_of_a_clients_own_row_is_rejected(
    body: Json, status: int, code: str, portal: Portal
) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").patch("/rest/v1/clients", json=body)
    assert (reply.status_code, reply.json()["code"]) == (status, code)


async def test_an_admin_has_no_client_row(portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("ana").patch("/rest/v1/clients", json={"company_name": "Ours"})
    assert (reply.status_code, reply.json()["code"]) == (404, "client_not_found")
