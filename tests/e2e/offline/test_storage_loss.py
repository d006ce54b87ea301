"""Browsers that cannot store, or that remove stored data: the app tells the user, and no sent message is lost."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e import browser_storage
from tests.e2e.conftest import Devices
from tests.e2e.users import AUTH, DASHBOARD, MESSAGING, Agency

DATABASES = Path("Default/IndexedDB")
NOT_STORED = "This browser is not storing anything"
REMOVED = "Your browser removed what was stored here"
NOT_SENT = "Not sent: there is no connection, and this browser cannot keep messages until there is one."


@pytest.mark.thorough
def test_st2_without_storage_the_app_works_online_and_rejects_offline_writes(
    agency: Agency, devices: Devices, tmp_path: Path
) -> None:
    account = agency.sign_up("Maya Lindqvist")
    before = account.on(devices.persistent(tmp_path)).with_session()
    before.opens_thread()
    before.writes("Stored.")
    before.sees_all_sent()
    before.device.end()

    shutil.rmtree(tmp_path / DATABASES)
    (tmp_path / DATABASES).write_text("not a folder")
    maya = account.on(devices.persistent(tmp_path))
    maya.device.expects("IndexedDB|indexedDB|backing store|UnknownError")
    maya.sign_in()
    expect(maya.page.get_by_text(NOT_STORED)).to_be_visible()
    maya.sees("Stored.")
    maya.writes("Sent at once.")
    maya.sees_all_sent()
    assert agency.messages(account) == ["Stored.", "Sent at once."]

    maya.device.go_offline()
    expect(maya.status).to_contain_text("Offline since")
    maya.composer.fill("Not to be lost.")
    maya.page.get_by_role("button", name="Send", exact=True).click()
    expect(maya.page.get_by_text(NOT_SENT)).to_be_visible()
    expect(maya.composer).to_have_value("Not to be lost.")
    maya.device.go_online()
    maya.sees_status("Up to date")
    maya.page.get_by_role("button", name="Send", exact=True).click()
    maya.sees("Stored.", "Sent at once.", "Not to be lost.")
    maya.sees_all_sent()


@pytest.mark.parametrize(
    "point",
    [
        "/kept=/.test(document.cookie)",
        pytest.param("location.pathname === '/dashboard'", marks=pytest.mark.thorough),
        pytest.param("indexedDB.databases().then((all) => all.length > 1)", marks=pytest.mark.thorough),
    ],
)
def test_st4_reloading_right_after_the_first_sign_in_loses_nothing(
    agency: Agency, devices: Devices, point: str
) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new("phone"))
    maya.device.go(AUTH)
    maya.fill_in_sign_in()
    maya.device.until(lambda: maya.page.evaluate(point), point)
    maya.page.reload()
    maya.sees_status("Up to date")
    expect(maya.page.get_by_text(REMOVED)).not_to_be_visible()


@pytest.mark.thorough
def test_st4_the_app_reports_data_that_the_browser_removed(agency: Agency, devices: Devices, tmp_path: Path) -> None:
    account = agency.sign_up("Maya Lindqvist")
    before = account.on(devices.persistent(tmp_path)).with_session()
    before.opens_thread()
    before.writes("Sent.")
    before.sees_all_sent()
    before.device.go_offline()
    before.writes("Never sent.")
    before.device.until(
        lambda: "kept=1" in browser_storage.dump_of(before.page)["cookie"],
        "the cookie says that this browser has stored data",
    )
    before.device.end()

    shutil.rmtree(tmp_path / DATABASES)
    maya = account.on(devices.persistent(tmp_path))
    maya.device.go(MESSAGING)
    note = maya.page.get_by_role("status").filter(has_text=REMOVED)
    expect(note).to_contain_text("1 message that had not been sent is lost.")
    maya.fill_in_sign_in()
    maya.page.get_by_role("button", name="Later").click()
    note.get_by_role("button", name="OK").click()
    expect(note).to_have_count(0)
    maya.opens_thread()
    maya.sees("Sent.")
    expect(note).to_have_count(0)


def test_st4_the_app_reports_data_that_is_removed_while_it_is_open(agency: Agency, devices: Devices) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new("phone")).with_session()
    maya.opens_thread()
    maya.writes("Sent.")
    maya.sees_all_sent()
    maya.device.go_offline()
    maya.writes("Never sent.", "Nor this.")
    expect(maya.status).to_contain_text("2 messages waiting")
    devtools = maya.device.context.new_cdp_session(maya.page)
    devtools.send("Storage.clearDataForOrigin", {"origin": agency.url, "storageTypes": "indexeddb"})
    note = maya.page.get_by_role("status").filter(has_text=REMOVED)
    expect(note).to_contain_text("2 messages that had not been sent are lost.")
    expect(maya.page).to_have_url(agency.url + AUTH)
    maya.device.go_online()
    maya.fill_in_sign_in()
    expect(maya.page).to_have_url(re.compile(DASHBOARD))
    expect(note).to_be_visible()
    maya.opens_thread()
    maya.sees("Sent.")
