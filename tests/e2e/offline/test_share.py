"""Content that another app shares with the installed app: only the signed-in user's composer gets it, even offline."""

import re
from base64 import b64encode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency
from tests.support.apps.files import picture

# The request that the browser makes for a share: a form that it submits as a navigation.
SHARE = """([text, name, bytes]) => {
  const form = Object.assign(document.createElement('form'), {
    method: 'POST', enctype: 'multipart/form-data', action: '/dashboard/share', hidden: true })
  form.append(Object.assign(document.createElement('input'), { name: 'text', value: text }))
  const input = Object.assign(document.createElement('input'), { name: 'files', type: 'file' })
  const chosen = new DataTransfer()
  const content = Uint8Array.from(atob(bytes), (each) => each.charCodeAt(0))
  chosen.items.add(new File([content], name, { type: 'image/png' }))
  input.files = chosen.files
  form.append(input)
  document.body.append(form)
  form.submit()
}"""


def share(page: Page, text: str, name: str) -> None:
    with page.expect_navigation():
        page.evaluate(SHARE, [text, name, b64encode(picture(64, 48)).decode()])


def test_a_picture_shared_offline_waits_in_the_composer_and_is_sent(agency: Agency, devices: Devices) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new("phone")).with_session()
    maya.opens_thread()
    maya.device.go_offline()
    share(maya.page, "Our new sign", "sign.png")
    expect(maya.page).to_have_url(re.compile(r"/dashboard/messaging$"))
    expect(maya.page.get_by_role("list", name="Files to send")).to_contain_text("sign.png")
    expect(maya.composer).to_have_value("Our new sign")
    maya.page.reload()
    expect(maya.page.get_by_role("list", name="Files to send")).to_contain_text("sign.png")
    expect(maya.composer).to_have_value("Our new sign")
    maya.page.get_by_role("button", name="Send", exact=True).click()
    maya.device.go_online()
    expect(maya.page.get_by_role("button", name="Show sign.png")).to_be_visible()
    assert agency.messages(maya.account) == ["Our new sign"]


@pytest.mark.thorough
def test_a_share_made_signed_out_is_dropped_and_reaches_no_later_user(agency: Agency, devices: Devices) -> None:
    device = devices.new("phone")
    maya = agency.sign_up("Maya Lindqvist").on(device).with_session()
    maya.opens_thread()
    device.keeps_the_app()
    maya.sign_out()
    expect(maya.page).to_have_url(re.compile("/auth"))
    share(maya.page, "For Maya only", "private.png")
    expect(maya.page.get_by_text("Sign in, then share it again")).to_be_visible()

    otto = agency.sign_up("Otto Brandt").on(device).sign_in()
    otto.opens_thread()
    expect(otto.composer).to_have_value("")
    expect(otto.page.get_by_role("list", name="Files to send")).to_have_count(0)
