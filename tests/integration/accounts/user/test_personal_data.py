"""A user's own data: the export of all of it as a zip, and its erasure, which keeps only what others need."""

import asyncio
import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from django.conf import settings
from time_machine import TimeMachineFixture

from accounts.api.personal_data import VALID_S
from accounts.models import User
from analytics.models import Connection, GoogleCredentials
from chatbots import queries
from core.clock import now
from files import workflows
from sync.writes.db_executor import read
from tests.support.accounts.erasure import CODE, ERASE, code_for, work
from tests.support.actions import chatbots
from tests.support.apps.analytics import Analytics
from tests.support.apps.files import MP4, PDF, PNG, Sender, files_in
from tests.support.apps.push import KEYS
from tests.support.apps.reports import YOUTUBE, published
from tests.support.fakes.sandbox import Sandbox
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Json, Portal, every_row
from tests.support.sync.convergence import Devices, replicas_converge

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
EXPORT = "/functions/v1/export-data"


async def create_data(portal: Portal) -> None:
    """Create data of maya in every app, and a message of otto."""
    url = await Sender(portal.as_("maya")).upload("menu.png", PNG)
    sent = await portal.post("maya", "Here is the menu", attachment_url=url)
    mark = {"id": sent["client_id"], "resolved_to": sent["id"], "is_resolved": True}
    assert (await portal.as_("ana").put("/rest/v1/thread_resolutions", json=mark)).status_code == 200
    plan = await Sender(portal.as_("ana")).upload("The plan.pdf", PDF)
    await portal.post("ana", "Thank you, Maya!", attachment_url=plan)
    await portal.post("otto", "Otto has a secret", to="otto")
    await published(portal, video_url=YOUTUBE)
    await published(portal, video_url=await Sender(portal.as_("ana"), "report-videos").upload("Week 47.mp4", MP4))
    await chatbots.conversation(portal)
    device = {"endpoint": "https://push.example/one", "p256dh": KEYS[0], "auth": KEYS[1]}
    assert (await portal.as_("maya").put("/rest/v1/push_devices", json=device)).status_code == 200
    assert (await portal.as_("maya").put("/rest/v1/notice_wishes", json={"zone": "Europe/Lisbon"})).status_code == 200
    assert (await portal.as_("maya").post("/rest/v1/onboarding", json={"website_url": "https://h.example"})).is_success


async def export_url(portal: Portal, name: str = "maya") -> str:
    reply = await portal.as_(name).post(EXPORT)
    assert (reply.status_code, reply.json()["valid_s"]) == (200, VALID_S)
    return str(reply.json()["address"])


async def test_an_export_contains_exactly_the_users_own_data(
    storage_folder: Path, portal: Portal, mailbox: Mailbox
) -> None:
    await create_data(portal)
    await mailbox.mails()
    url = await export_url(portal)
    async with portal.unchanged():
        reply = await portal.as_(None).get(url)  # a browser that follows a link sends no bearer token
    assert (reply.status_code, reply.headers["Content-Type"]) == (200, "application/zip")
    assert reply.headers["Content-Disposition"].startswith('attachment; filename="my-data-')
    with zipfile.ZipFile(io.BytesIO(reply.content)) as archive:
        assert archive.testzip() is None
        contents = {name: archive.read(name) for name in archive.namelist()}
    rows: dict[str, list[Json]] = {n[:-5]: json.loads(contents[n]) for n in contents if n.endswith(".json")}
    expected_names = {"account", "identities", "sessions", "client", "messages", "reports", "chat_messages", "notices"}
    assert {name for name, items in rows.items() if items} >= expected_names | {"push_devices", "notice_wishes"}
    assert [row["content"] for row in rows["messages"]] == ["Here is the menu", "Thank you, Maya!"]
    assert rows["account"][0]["email"] == "maya@portal.example"
    files = {name.split(" ", 2)[2]: content for name, content in contents.items() if name.startswith("files/")}
    assert files == {"menu.png": PNG, "The plan.pdf": PDF, "Week 47.mp4": MP4}
    exported = b"".join(contents.values())
    for secret in (b"Otto", KEYS[1].encode(), b"password", b"push.example"):
        assert secret not in exported


@pytest.mark.parametrize("token", ["x", "a:b:c", "00000000000070008000000000000000:00:x"])
async def test_an_invalid_export_url_is_rejected(token: str, portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_(None).get(f"{EXPORT}/{quote(token)}")
    assert (reply.status_code, reply.json()["code"]) == (403, "address_over")


async def test_an_export_url_is_valid_for_its_session_and_five_minutes(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await export_url(portal)
    await portal.end_sessions("maya")
    assert (await portal.as_(None).get(url)).json()["code"] == "not_signed_in"
    other_url = await export_url(portal, "otto")
    monkeypatch.setattr("accounts.api.personal_data.VALID_S", -1)
    assert (await portal.as_(None).get(other_url)).json()["code"] == "address_over"


async def test_erasing_an_account_leaves_no_personal_data(
    storage_folder: Path, portal: Portal, mailbox: Mailbox, devices: Devices
) -> None:
    """LG9: the change log, which other devices read, no longer contains the user's texts."""
    await create_data(portal)
    code = await code_for(portal, mailbox)
    maya, client_id = portal.users["maya"], portal.clients["maya"]
    spent = await read(queries.spent_in_month, now())
    await devices.pop("maya").stop()
    async with replicas_converge(devices):
        reply = await portal.as_("maya").post(ERASE, json={"nonce": code})
        assert (reply.status_code, reply.content) == (204, b"")
        assert (await portal.as_("maya").get("/auth/v1/user")).status_code in {401, 403}
        await work()
    rows_after = await read(every_row)
    personal_texts = ("maya", "Maya", "Harbor Coffee", "Lindqvist", "the menu", "h.example")
    tables_with_texts = {
        table: rows for table, rows in rows_after.items() if any(word in row for row in rows for word in personal_texts)
    }
    assert set(tables_with_texts) <= {"mails"}
    tables_with_ids = {
        table for table, rows in rows_after.items() for row in rows if repr(maya.id) in row or repr(client_id) in row
    }
    # The remaining ids identify no user any more. They record actions, and versions that later rows must exceed.
    assert tables_with_ids <= {"audit_log", "effects", "sync_change", "sync_tombstone", "sync_stream"}
    # The cost of the user's questions still counts for the month.
    assert await read(queries.spent_in_month, now()) == spent > 0
    assert [mail.subject for mail in await mailbox.mails()] == ["Your account is erased"]
    while await asyncio.to_thread(workflows.sweep):
        pass
    assert files_in(storage_folder) == []
    assert rows_after["messages"] != []
    assert "Otto has a secret" in rows_after["messages"][0]


async def test_the_google_consent_is_revoked_before_its_tokens_are_deleted(
    portal: Portal, mailbox: Mailbox, fake_providers: Sandbox, time_machine: TimeMachineFixture
) -> None:
    fake_providers.order("reset")
    await Analytics(portal, fake_providers).connect()
    code = await code_for(portal, mailbox)
    fake_providers.order("reset")
    fake_providers.order("500", call="revoke")
    assert (await portal.as_("maya").post(ERASE, json={"nonce": code})).status_code == 204
    await work()
    assert await read(lambda: (GoogleCredentials.objects.count(), Connection.objects.count())) == (1, 1)
    time_machine.move_to(timedelta(minutes=5))
    await work()
    assert await read(lambda: (GoogleCredentials.objects.count(), Connection.objects.count())) == (0, 0)
    assert fake_providers.calls() == {"revoke": 2}


async def test_erasing_works_after_googles_keys_were_removed(
    portal: Portal, mailbox: Mailbox, fake_providers: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    await Analytics(portal, fake_providers).connect()
    code = await code_for(portal, mailbox)
    fake_providers.order("reset")
    monkeypatch.setattr(settings, "GOOGLE_CLIENT_ID", None)
    assert (await portal.as_("maya").post(ERASE, json={"nonce": code})).status_code == 204
    await work()
    assert await read(GoogleCredentials.objects.count) == 0
    assert (await read(User.objects.filter(id=portal.users["maya"].id).count), fake_providers.calls()) == (0, {})


async def test_a_wrong_code_erases_nothing(portal: Portal, mailbox: Mailbox) -> None:
    await code_for(portal, mailbox)
    async with portal.grows({}):
        for wrong in ("000000", "x"):
            reply = await portal.as_("maya").post(ERASE, json={"nonce": wrong})
            assert (reply.status_code, reply.json()["code"]) == (422, "wrong_code")
    assert (await portal.as_("maya").get("/rest/v1/clients")).status_code == 200


async def test_without_a_code_nothing_is_erased(portal: Portal) -> None:
    async with portal.unchanged():
        reply = await portal.as_("maya").post(ERASE, json={"nonce": "123456"})
    assert (reply.status_code, reply.json()["code"]) == (422, "wrong_code")


async def test_admins_cannot_erase_their_account(portal: Portal, mailbox: Mailbox) -> None:
    assert (await portal.as_("ana").get("/auth/v1/reauthenticate")).status_code == 200
    code = (await mailbox.mail()).code
    async with portal.unchanged():
        replies = [await portal.as_("ana").post(CODE), await portal.as_("ana").post(ERASE, json={"nonce": code})]
    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [(409, "admins_stay")] * 2


async def test_nothing_is_deleted_before_others_are_notified(
    storage_folder: Path,
    portal: Portal,
    mailbox: Mailbox,
    monkeypatch: pytest.MonkeyPatch,
    time_machine: TimeMachineFixture,
) -> None:
    await create_data(portal)
    code = await code_for(portal, mailbox)
    with monkeypatch.context() as patch:

        async def fail(*, user_id: object) -> None:
            raise httpx.ConnectError("connection refused")

        patch.setattr("billing.workflows.delete_customer_of", fail)
        assert (await portal.as_("maya").post(ERASE, json={"nonce": code})).status_code == 204
        rows_before = {
            table: rows for table, rows in (await read(every_row)).items() if table not in {"effects", "mails"}
        }
        await work()
        rows_after = await read(every_row)
        assert {table: rows_after[table] for table in rows_before} == rows_before
    time_machine.move_to(timedelta(minutes=5))
    await work()
    assert not any("Harbor Coffee" in row for rows in (await read(every_row)).values() for row in rows)
