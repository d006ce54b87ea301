"""Browsers killed inside a transaction that stores changes: the cursor is never ahead of the rows."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from uuid import UUID

import httpx
import pytest

from core.ids import uuid7
from tests.e2e import browser_storage
from tests.e2e.conftest import Devices
from tests.e2e.users import MESSAGING, UP_TO_DATE, Account, Agency
from tests.support.browsers.browser import Device

pytestmark = pytest.mark.thorough

# A frame has 200 changes, and each message is two. The kills come in the first frame, the second and again the second.
MESSAGES, KILLED_AT = 250, (60, 150, 110)
STOPPED = "stopped while it stores a message"
# Stops the page for good when it stores its `%d`-th message, in the open transaction of a frame.
STOP_WHILE_STORING = f"""(() => {{
  const put = IDBObjectStore.prototype.put
  let count = 0
  IDBObjectStore.prototype.put = function (...given) {{
    if (this.name === 'messages' && ++count === %d) {{
      console.log('{STOPPED}')
      for (;;) {{}}
    }}
    return put.apply(this, given)
  }}
}})()"""
PAGE_WITHOUT_APP = "/manifest.webmanifest"
MESSAGES_IN_LOG = (
    "SELECT DISTINCT row_id FROM sync_change WHERE stream = ? AND tbl = 'messages' AND op = 'u' AND seq <= ?"
)


def write_messages(agency: Agency, account: Account) -> None:
    """Send so many messages that a device stores them in several transactions."""
    token = agency.session(account.email)["access_token"]
    with httpx.Client(base_url=agency.url, headers={"Authorization": f"Bearer {token}"}, timeout=30) as http:
        for number in range(MESSAGES):
            body = {"id": str(uuid7()), "client_id": account.client_id, "content": f"Message {number}"}
            http.post("/rest/v1/messages", json=body).raise_for_status()


def messages_in_log(agency: Agency, stream: str, cursor: int) -> set[UUID]:
    """The ids of the messages that the log has in this stream up to `cursor`."""
    with closing(sqlite3.connect(agency.server.data_dir / "pulseboard.sqlite3")) as store:
        return {UUID(row_id) for (row_id,) in store.execute(MESSAGES_IN_LOG, (stream, cursor))}


def is_stopped(device: Device) -> bool:
    return any(STOPPED in line for line in device.log)


def test_cl1_no_kill_leaves_a_cursor_ahead_of_its_rows(agency: Agency, devices: Devices, tmp_path: Path) -> None:
    account = agency.sign_up("Maya Lindqvist")
    account.on(devices.persistent(tmp_path)).with_session().device.end()
    write_messages(agency, account)
    stream, counts = f"c:{account.client_id}", list[int]()
    for count in KILLED_AT:
        maya = devices.persistent(tmp_path)
        maya.context.add_init_script(STOP_WHILE_STORING % count)
        maya.page.goto(agency.url + MESSAGING, wait_until="commit")
        maya.until(partial(is_stopped, maya), "the page is stopped", 60)
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
        counts.append(len(stored))
    assert 0 == counts[0] < counts[1] < counts[2] < MESSAGES, counts

    maya_at_end = account.on(devices.persistent(tmp_path))
    maya_at_end.opens_thread()
    maya_at_end.sees_status(UP_TO_DATE)
    sent = agency.messages(account)
    replica = browser_storage.contents(maya_at_end.page, account.user_id, account.client_id)
    assert (len(replica), replica[-len(sent) :]) == (MESSAGES, sent)
