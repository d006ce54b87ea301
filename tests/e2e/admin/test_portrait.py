"""An admin's picture on two devices: the client sees it beside messages, and initials where it cannot be loaded."""

import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency, BrowserUser

pytestmark = pytest.mark.thorough


def test_a_client_sees_the_picture_of_the_admin_who_writes(
    agency: Agency, devices: Devices, ana: BrowserUser, tmp_path: Path
) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new("phone")).with_session()
    ana.opens_thread(maya.account)
    ana.writes("Good morning, Maya.")
    ana.sees_all_sent()
    maya.opens_thread()
    maya.sees("Good morning, Maya.")
    expect(maya.thread.get_by_text("AF", exact=True)).to_be_visible()
    expect(maya.thread.locator("img")).to_have_count(0)

    Image.new("RGB", (900, 600), "teal").save(tmp_path / "me.png")
    ana.device.go("/dashboard/settings/profile")
    with ana.page.expect_response(re.compile("/rest/v1/portraits")):
        ana.page.locator("input[type=file]").set_input_files(tmp_path / "me.png")
    expect(ana.page.get_by_role("main").locator("img")).to_have_js_property("naturalWidth", 256)

    maya.opens_thread()
    picture = maya.thread.locator("img")
    expect(picture).to_have_js_property("naturalWidth", 256)
    maya.device.go_offline()
    expect(picture).to_be_visible()
    maya.page.reload()
    expect(maya.thread.get_by_text("AF", exact=True)).to_be_visible()

    ana.page.get_by_role("button", name="Remove").click()
    expect(ana.page.get_by_role("main").get_by_text("AF", exact=True)).to_be_visible()
