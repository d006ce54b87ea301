"""LG10: devices that connect later receive no withdrawn, removed or taken-back text, and cursors stay valid."""

from uuid import UUID

import pytest

from clients import services as clients
from clients.models import Client
from sync.log import changes
from sync.models import Change
from sync.writes.db_executor import read, write
from tests.support.apps.reports import PUBLICATIONS, Calendar, calendar, publish, written
from tests.support.mail.mailbox import Mailbox
from tests.support.portal.agency import Portal
from tests.support.sync.convergence import Devices

__all__ = ["calendar"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
SECRET = "swordfish"


async def streams_with(text: str) -> list[str]:
    """The streams whose log still has a frame with this text."""
    streams = Change.objects.filter(frame__contains=text).order_by("stream", "seq").values_list("stream", flat=True)
    return await read(lambda: list(streams))


async def log_entries() -> list[tuple[str, int, str, str, UUID]]:
    """`(stream, seq, change_id, tbl, row_id)` of every change in the log."""
    entries = Change.objects.order_by("stream", "seq").values_list("stream", "seq", "change_id", "tbl", "row_id")
    return await read(lambda: list(entries))


async def later_texts(devices: Devices, name: str) -> str:
    """All texts that a device receives after it reconnects."""
    before = len(devices[name].received())
    await devices[name].connect()
    await devices[name].caught_up()
    return "".join(devices[name].received()[before:])


@pytest.mark.parametrize("follows", [False, True])
async def test_lg10_a_message_taken_back_reaches_no_later_device(
    follows: bool, portal: Portal, devices: Devices, mailbox: Mailbox
) -> None:
    await portal.post("maya", "Before")
    for name in ("maya", "ana"):
        await devices[name].caught_up()
        await devices[name].cut()
    sent = await portal.post("ana", f"The password is {SECRET}.")
    await mailbox.mails()
    if follows:
        await portal.post("ana", "After")
        await mailbox.mails()
    assert {stream.partition(":")[0] for stream in await streams_with(SECRET)} == {"w", "c", "u"}
    before = await log_entries()
    assert (await portal.as_("ana").delete(f"/rest/v1/messages/{sent['id']}")).status_code == 200
    assert await streams_with(SECRET) == []
    assert [entry for entry in await log_entries() if entry in before] == before
    for name in ("maya", "ana"):
        texts = await later_texts(devices, name)
        assert SECRET not in texts
        assert '"mode":"resume"' in texts
        assert '"mode":"reset"' not in texts
        rows = devices[name].replica.rows
        assert rows == (await devices[name].fresh()).rows
        tombstone = rows["messages", sent["id"]]
        assert (tombstone["content"], bool(tombstone["removed_at"])) == ("", True)


async def test_lg10_a_withdrawn_report_leaves_its_clients_stream_and_stays_in_the_admins_stream(
    portal: Portal, calendar: Calendar, devices: Devices
) -> None:
    await devices["maya"].caught_up()
    await devices["maya"].cut()
    report = await written(portal, title=SECRET)
    await publish(portal, report["id"])
    assert f"c:{portal.clients['maya']}" in await streams_with(SECRET)
    assert (await portal.as_("ana").delete(f"{PUBLICATIONS}/{report['id']}")).status_code == 200
    assert set(await streams_with(SECRET)) == {"w"}
    rows = Change.objects.filter(stream=f"c:{portal.clients['maya']}", row_id=report["id"])
    assert {(op, frame) for op, frame in await read(lambda: list(rows.values_list("op", "frame")))} == {("x", "")}
    assert len(set(await read(lambda: list(rows.values_list("v", flat=True))))) == 1
    assert SECRET not in await later_texts(devices, "maya")
    await publish(portal, report["id"])
    assert ("reports", report["id"]) in (await devices["maya"].fresh()).rows


async def test_lg10_hiding_and_rewriting_a_row_blanks_only_the_changes_that_quote_the_text(
    portal: Portal,
) -> None:
    def quote_and_hide() -> None:
        client = changes.locked(Client, portal.clients["maya"])
        assert client is not None
        changes.update(client, company_name="Harbor")
        changes.hide(client, SECRET)
        changes.hide(client, "tuna")
        changes.update(client, company_name="Harbor Ltd")

    def rename(name: str) -> None:
        client = changes.locked(Client, portal.clients["maya"])
        assert client is not None
        changes.update(client, company_name=name)

    for name in (SECRET, "tuna", "neither"):
        await write(rename, name)
    await write(quote_and_hide)
    assert await streams_with(SECRET) == await streams_with("tuna") == []
    assert len(await streams_with('"neither"')) == 2
    hiding = Change.objects.exclude(hides=None).filter(op="u").values_list("op", "hides")
    assert await read(lambda: list(hiding)) == [("u", f"{SECRET},tuna")] * 2


async def test_lg10_a_notice_of_a_client_who_became_an_admin_quotes_no_message_taken_back(
    portal: Portal, mailbox: Mailbox
) -> None:
    sent = await portal.post("ana", f"The password is {SECRET}.")
    await mailbox.mails()
    await portal.post("maya", "Thank you")
    await write(clients.create_admin, email="maya@portal.example", name="Maya", password_hash="")
    await mailbox.mails()  # her notice of this thread now belongs to the provider's side
    assert (await portal.as_("ana").delete(f"/rest/v1/messages/{sent['id']}")).status_code == 200
    assert await streams_with(SECRET) == []
