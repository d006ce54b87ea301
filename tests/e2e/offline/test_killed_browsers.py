"""Browsers killed while they store changes: the cursor is never ahead of the rows."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import UUID

import httpx
import pytest
from playwright.sync_api import WebSocket

from core.ids import uuid7
from tests.e2e import browser_storage
from tests.e2e.conftest import Devices
from tests.e2e.users import MESSAGING, UP_TO_DATE, Account, Agency
from tests.support.browsers.browser import Device

pytestmark = pytest.mark.thorough

MESSAGES_PER_ROUND, ROUNDS = 120, 3
CPU_SLOWDOWN = 4
PAGE_WITHOUT_APP = "/manifest.webmanifest"
MESSAGES_IN_LOG = (
    "SELECT DISTINCT row_id FROM sync_change WHERE stream = ? AND tbl = 'messages' AND op = 'u' AND seq <= ?"
)


def write_messages(agency: Agency, account: Account, tag: str) -> None:
    """Send so many messages that a slow device stores them in several transactions."""
    token = agency.session(account.email)["access_token"]
    with httpx.Client(base_url=agency.url, headers={"Authorization": f"Bearer {token}"}, timeout=30) as http:
        for number in range(MESSAGES_PER_ROUND):
            body = {"id": str(uuid7()), "client_id": account.client_id, "content": f"{tag} {number}"}
            http.post("/rest/v1/messages", json=body).raise_for_status()


def change_frames(device: Device) -> list[str]:
    """The frames of changes that the page receives from now on; the list grows."""
    received: list[str] = []

    def on_frame(payload: str | bytes) -> None:
        if '"t":"ch"' in str(payload):
            received.append(str(payload))

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", on_frame)

    device.page.on("websocket", listen)
    return received


def messages_in_log(agency: Agency, stream: str, cursor: int) -> set[UUID]:
    """The ids of the messages that the log has in this stream up to `cursor`."""
    with closing(sqlite3.connect(agency.server.data_dir / "pulseboard.sqlite3")) as store:
        return {UUID(row_id) for (row_id,) in store.execute(MESSAGES_IN_LOG, (stream, cursor))}


def test_cl1_no_kill_leaves_a_cursor_ahead_of_its_rows(agency: Agency, devices: Devices, tmp_path: Path) -> None:
    account = agency.sign_up("Maya Lindqvist")
    account.on(devices.persistent(tmp_path)).with_session().device.end()
    rng, stream = random.Random(7), f"c:{account.client_id}"
    cursors = [0]
    for number in range(ROUNDS):
        write_messages(agency, account, f"Round {number}, message")
        maya = devices.persistent(tmp_path)
        maya.context.new_cdp_session(maya.page).send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
        received = change_frames(maya)
        maya.page.goto(agency.url + MESSAGING, wait_until="commit")
        maya.until(received.copy, "the page has received changes", 30)
        for _ in range(rng.randrange(300)):  # a random time, in steps of a few milliseconds
            maya.page.evaluate("0")
        maya.kill()

        reader = devices.persistent(tmp_path)
        reader.expects("favicon.ico")
        reader.go(PAGE_WITHOUT_APP)
        [cursor] = [
            row["cursor"] for row in browser_storage.rows(reader.page, account.user_id, "streams") if row["s"] == stream
        ]
        stored = {UUID(row["id"]) for row in browser_storage.rows(reader.page, account.user_id, "messages")}
        reader.end()
        assert stored == messages_in_log(agency, stream, cursor)
        assert cursor >= cursors[-1]
        cursors.append(cursor)

    maya_at_end = account.on(devices.persistent(tmp_path))
    maya_at_end.opens_thread()
    maya_at_end.sees_status(UP_TO_DATE)
    sent = agency.messages(account)
    replica = browser_storage.contents(maya_at_end.page, account.user_id, account.client_id)
    assert (len(replica), replica[-len(sent) :]) == (MESSAGES_PER_ROUND * ROUNDS, sent)
