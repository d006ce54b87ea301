"""Files in real browsers: a file picked offline arrives once and complete; the other side sees and finds files."""

import hashlib
import random
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Devices
from tests.e2e.users import MESSAGING, Agency, BrowserUser
from tests.support.apps.files import page_of, picture
from tests.support.browsers.browser import Device

MB = 1024 * 1024
SLOW = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 4 * MB}


def photo(folder: Path) -> Path:
    """A picture of 20 MB. All of its parts differ."""
    path = folder / "Harbor at night.png"
    head = picture(64, 48)
    path.write_bytes(head + random.Random(3).randbytes(20 * MB - len(head)))
    return path


def upload_progress(agency: Agency, title: str) -> list[tuple[int, int]]:
    """The received and the total bytes of each upload on the server with this title."""
    with closing(sqlite3.connect(agency.server.data_dir / "pulseboard.sqlite3")) as store:
        return list(store.execute('SELECT "offset", length FROM uploads WHERE title = ?', (title,)))


def slow_uploads(device: Device) -> Device:
    """Limit the device's uploads to 4 MB/s; returns the device."""
    device.context.new_cdp_session(device.page).send("Network.emulateNetworkConditions", SLOW)
    return device


@pytest.mark.thorough
def test_a_picture_picked_offline_arrives_once_after_two_tab_crashes(
    agency: Agency, devices: Devices, tmp_path: Path
) -> None:
    sent = photo(tmp_path)
    account = agency.sign_up("Maya Lindqvist")
    maya = account.on(devices.persistent(tmp_path / "phone")).with_session()
    maya.opens_thread()
    maya.device.go_offline()
    maya.page.locator('input[data-picks="files"]').set_input_files(sent)
    expect(maya.page.get_by_role("list", name="Files to send")).to_contain_text("Harbor at night.png")
    maya.writes("From the pier")
    expect(maya.thread.get_by_text("waits here")).to_be_visible()
    maya.device.kill()

    second_run = slow_uploads(devices.persistent(tmp_path / "phone"))
    second_run.go(MESSAGING)
    second_run.until(
        lambda: [received for received, length in upload_progress(agency, sent.name) if 2 * MB < received < length],
        "the server has a part of the upload",
        60,
    )
    second_run.kill()

    third_run = account.on(devices.persistent(tmp_path / "phone"))
    third_run.device.go(MESSAGING)
    expect(third_run.thread.get_by_role("button", name="Show Harbor at night.png")).to_be_visible(timeout=60_000)
    expect(third_run.page.get_by_role("list", name="Files to send")).to_have_count(0)
    path = f"/rest/v1/messages?client_id={account.client_id}"
    [row] = agency.request(account, "GET", path).json()["rows"]
    assert (row["content"], row["attachment_size"]) == ("From the pier", 20 * MB)
    signed = agency.request(account, "POST", "/storage/v1/object/sign", json={"url": row["attachment_url"]})
    content = agency.request(account, "GET", signed.json()["address"]).content
    assert hashlib.sha256(content).digest() == hashlib.sha256(sent.read_bytes()).digest()
    assert upload_progress(agency, sent.name) == [(20 * MB, 20 * MB)]


def test_a_document_is_shown_to_the_other_side_and_found_by_search(
    agency: Agency, devices: Devices, ana: BrowserUser, tmp_path: Path
) -> None:
    menu = tmp_path / "Winter menu.pdf"
    menu.write_bytes(page_of(595, 842))
    maya = agency.sign_up("Maya Lindqvist").on(devices.new("phone")).with_session()
    maya.page.locator('input[data-picks="files"]').set_input_files(menu)
    maya.writes("For December")
    ana.opens_thread(maya.account)
    page = ana.page.get_by_role("button", name="First page of Winter menu.pdf")
    picture_width = "(button) => button.querySelector('img')?.naturalWidth"
    ana.device.until(lambda: page.evaluate(picture_width) == 707, "the first page is drawn and shown")
    with ana.page.expect_download() as download:
        ana.page.get_by_role("button", name=re.compile("^Download Winter menu.pdf")).click()
    assert download.value.suggested_filename == "Winter menu.pdf"
    assert download.value.path().read_bytes() == menu.read_bytes()
    ana.page.get_by_role("button", name="Search this conversation").click()
    ana.page.get_by_role("searchbox", name="Search this conversation").fill("MENU")
    ana.page.get_by_role("list", name="Messages found").get_by_role(
        "button", name=re.compile("Winter menu.pdf")
    ).click()
    expect(ana.page.get_by_role("search").get_by_role("status")).to_have_text("1 of 1")
