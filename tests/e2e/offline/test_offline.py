"""Without a network: stored messages stay readable; new ones wait, then arrive exactly once and in order."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e import browser_storage
from tests.e2e.conftest import Devices
from tests.e2e.users import Agency, BrowserUser

Client = Callable[[str], BrowserUser]
OFFLINE_3 = re.compile(r"^Offline since \d{1,2}:\d\d.*, 3 messages waiting$")


def test_messages_written_offline_survive_a_reload_and_arrive_once(
    ana: BrowserUser, client: Client, agency: Agency
) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes("Before.")
    maya.sees_all_sent()
    ana.opens_thread(maya.account)
    texts = ["Before.", "In the tunnel, one.", "In the tunnel, two.", "In the tunnel, three."]

    maya.device.go_offline()
    maya.writes(*texts[1:])
    maya.sees(*texts)
    maya.sees_status(OFFLINE_3)
    maya.page.reload()
    maya.sees(*texts)
    maya.sees_status(OFFLINE_3)
    # The phone cannot know whether a request that the reload interrupted has arrived.
    expect(maya.thread.get_by_label(re.compile("^(Waiting to send|May have arrived; is sent again)$"))).to_have_count(3)
    ana.sees("Before.")

    maya.device.go_online()
    maya.sees_all_sent()
    ana.sees(*texts)
    maya.sees(*texts)
    assert agency.messages(maya.account) == texts


@pytest.mark.thorough
def test_a_waiting_message_is_edited_or_discarded(ana: BrowserUser, client: Client, agency: Agency) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.device.go_offline()
    maya.writes("Frist.", "Regretted.", "Last.")
    maya.status.click()
    waiting = maya.page.get_by_role("region", name="Waiting to send").get_by_role("listitem")
    expect(waiting).to_have_count(3)
    waiting.nth(0).get_by_role("button", name="Edit").click()
    waiting.nth(0).get_by_role("textbox", name="Message").fill("First.")
    waiting.nth(0).get_by_role("button", name="Save and send").click()
    waiting.nth(1).get_by_role("button", name="Discard").click()
    waiting.nth(1).get_by_role("button", name="Keep").click()
    expect(waiting).to_have_count(3)
    waiting.nth(1).get_by_role("button", name="Discard").click()
    waiting.nth(1).get_by_role("button", name="Discard").click()
    expect(waiting).to_have_count(2)
    maya.page.keyboard.press("Escape")
    maya.sees("First.", "Last.")
    maya.device.go_online()
    maya.sees_all_sent()
    assert agency.messages(maya.account) == ["First.", "Last."]
    ana.opens_thread(maya.account)
    ana.sees("First.", "Last.")


@pytest.mark.thorough
def test_unsent_messages_survive_an_offline_kill_and_an_expired_token(
    agency: Agency, devices: Devices, tmp_path: Path
) -> None:
    account = agency.sign_up("Maya Lindqvist")
    evening = account.on(devices.persistent(tmp_path)).with_session()
    evening.opens_thread()
    evening.writes("Before the night.")
    evening.sees_all_sent()
    evening.device.go_offline()
    evening.writes("Written in bed.", "And one more.")
    texts = ["Before the night.", "Written in bed.", "And one more."]
    evening.sees(*texts)
    browser_storage.expire_token(evening.page)
    evening.device.kill()

    agency.server.stop()
    morning = account.on(devices.persistent(tmp_path, offline=True))
    morning.opens_thread()
    morning.sees(*texts)
    morning.sees_status(re.compile("^Offline since .*, 2 messages waiting$"))
    agency.server.start()
    morning.device.go_online()
    morning.sees_all_sent()
    morning.sees(*texts)
    assert agency.messages(account) == texts
