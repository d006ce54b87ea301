"""`manage.py remove_admin EMAIL`: a former admin loses the provider's data, and sees their own client's data again."""

import asyncio
from contextlib import nullcontext
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

from clients.models import Admin, AuditEntry, Client
from messaging.services import notify
from notifications.models import Notice
from sync.log import streams
from sync.writes.db_executor import read, write
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Json, Portal, row
from tests.support.sync.socket import Opener, modes

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

CANARY = "canary-41c9"


async def manage(*arguments: str) -> str:
    """The output of the command."""
    out = StringIO()
    await asyncio.to_thread(call_command, *arguments, stdout=out)
    return out.getvalue().strip()


async def rows_of(portal: Portal, name: str, stream: str) -> list[Json]:
    """The notices that a bootstrap of a stream loads."""
    page = await portal.as_(name).get("/realtime/v1/rows", params={"s": stream, "tbl": "notices"})
    return list(page.json()["rows"])


async def test_an_admin_who_was_a_client_becomes_one_again_and_keeps_no_foreign_data(
    portal: Portal, mailbox: Mailbox
) -> None:
    own, shared = streams.user(portal.users["maya"].id), streams.client(portal.clients["maya"])
    await manage("create_admin", "maya@portal.example", "--name", "Maya")
    await portal.post("otto", f"{CANARY} of Otto", to="otto")
    await mailbox.mails()
    assert [CANARY in notice["body"] for notice in await rows_of(portal, "maya", own)] == [True]
    async with portal.grows({"admins": -1, "notices": -1, "audit_log": 1, "w": 3, "c:maya": 1, "u:maya": 2}):
        assert (
            await manage("remove_admin", "Maya@portal.example", "--yes") == "Maya@portal.example is no longer an admin."
        )
    assert await rows_of(portal, "maya", own) == []
    assert (await row(Client, id=portal.clients["maya"]))["is_staff"] is False
    for stream, status in ((shared, 200), (own, 200), ("w", 404)):
        assert (await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": stream})).status_code == status
    assert (await portal.as_("maya").get("/rest/v1/clients")).json()["data"]["id"] == str(portal.clients["maya"])
    assert await read(lambda: Notice.objects.filter(user_id=portal.users["ana"].id).count()) == 1
    audited_emails = await read(
        lambda: list(AuditEntry.objects.filter(action="admin.removed").values_list("text__email"))
    )
    assert audited_emails == [("maya@portal.example",)]
    await portal.post("otto", "more of Otto", to="otto")
    await mailbox.mails()
    assert await rows_of(portal, "maya", own) == []


async def test_a_removed_admins_device_loses_the_admins_stream_at_once(portal: Portal, sockets: Opener) -> None:
    await manage("create_admin", "maya@portal.example", "--name", "Maya")
    load = (await portal.as_("maya").post("/realtime/v1/bootstrap", json={"s": "w"})).json()
    device = sockets(portal.users["maya"].token)
    await device.hello({key: load[key] for key in ("s", "e", "c", "at")})
    await manage("remove_admin", "maya@portal.example", "--yes")
    await portal.post("otto", f"{CANARY} of Otto", to="otto")
    assert await device.frame("revoke") == {"t": "revoke", "s": "w", "why": "membership"}
    assert modes(await device.frame("subs")) == {streams.client(portal.clients["maya"]): "bootstrap"}
    await device.drain()
    assert not any(CANARY in text for text in device.texts)


async def test_a_removed_admin_who_never_was_a_client_has_no_access(portal: Portal) -> None:
    async with portal.grows({"admins": -1, "audit_log": 1, "w": 2, "u:ana": 1}):
        await manage("remove_admin", "ana@portal.example", "--last", "--yes")
    assert await read(lambda: Admin.objects.count()) == 0
    assert (await portal.as_("ana").get("/rest/v1/clients")).json()["data"] is None
    assert (await portal.as_("ana").post("/realtime/v1/bootstrap", json={"s": "w"})).status_code == 404


async def test_an_admin_cannot_be_removed_during_notification(portal: Portal) -> None:
    """Other transactions cannot see uncommitted notices, so a removal at that time would leave them behind."""
    message = await portal.post("otto", f"{CANARY} of Otto", to="otto")

    def notify_and_remove() -> None:
        notify.notify_messages(message_ids=[UUID(message["id"])])
        other_connection = connections.create_connection(DEFAULT_DB_ALIAS)
        try:
            with other_connection.cursor() as cursor:
                cursor.execute(
                    "SET lock_timeout = 50" if other_connection.vendor == "postgresql" else "PRAGMA busy_timeout = 50"
                )
                with pytest.raises(OperationalError):
                    cursor.execute("DELETE FROM admins")
        finally:
            other_connection.close()

    await write(notify_and_remove)
    assert await read(lambda: (Admin.objects.count(), Notice.objects.count())) == (1, 1)


@pytest.mark.parametrize("email", ["maya@portal.example", "nobody@portal.example", ""])
async def test_a_user_who_is_not_an_admin_cannot_be_removed(email: str, portal: Portal) -> None:
    async with portal.unchanged():
        with pytest.raises(CommandError) as error:
            await manage("remove_admin", email, "--yes")
    assert str(error.value) == "Nobody with this address is an admin"


async def test_the_last_admin_is_not_removed_without_a_confirmation(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())
    async with portal.unchanged():
        with pytest.raises(CommandError) as error:
            await manage("remove_admin", "ana@portal.example", "--yes")
    assert str(error.value) == "Nothing was changed. Add --last to remove the last admin."


@pytest.mark.parametrize(("line", "admins_left"), [("Ana@portal.example", 0), ("yes", 1), ("", 1)])
async def test_the_last_admin_is_removed_only_if_the_address_is_typed_again(
    line: str, admins_left: int, portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = StringIO(f"{line}\n")
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", terminal)
    with nullcontext() if admins_left == 0 else pytest.raises(CommandError, match=r"^Nothing was changed\.$"):
        await manage("remove_admin", "ana@portal.example", "--yes")
    assert await read(lambda: Admin.objects.count()) == admins_left
