"""The composer on a phone: its field, its buttons, and its place above the on-screen keyboard."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tests.e2e.users import Agency, BrowserUser
from tests.support.apps.files import picture
from tests.support.browsers.browser import PHONE

KEYBOARD_PX = 336
# Makes the page report its size as Safari does while the keyboard covers its lower part: the page keeps its height.
SAFARI_KEYBOARD = """(height) => {
  Object.defineProperty(visualViewport, 'height', { configurable: true, value: innerHeight - height })
  visualViewport.dispatchEvent(new Event('resize'))
}"""
VISIBLE_LINES = "one => (one.clientHeight - 2 * parseFloat(getComputedStyle(one).paddingTop)) / parseFloat(getComputedStyle(one).lineHeight)"


def bottom(control: Locator) -> float:
    box = control.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def is_above(control: Locator) -> bool:
    return bottom(control) <= PHONE["height"] - KEYBOARD_PX


def test_a_phones_composer_stays_small_and_above_the_keyboard(client: Callable[[str], BrowserUser]) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    page, field = maya.page, maya.composer
    send = page.get_by_role("button", name="Send", exact=True)
    attach = page.get_by_role("button", name="Attach", exact=True)
    width = field.evaluate("one => one.getBoundingClientRect().width")
    assert width > 290, width
    expect(send).to_be_disabled()
    assert send.evaluate("one => one.getBoundingClientRect().width") <= 1

    field.fill("A long thought that fills the phone. " * 12)
    assert send.evaluate("one => one.getBoundingClientRect().width") >= 44
    assert 3.9 < field.evaluate(VISIBLE_LINES) < 4.1

    # Chromium makes the page itself smaller.
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"] - KEYBOARD_PX})
    for control in (field, send, attach):
        assert is_above(control)
    expect(maya.page.get_by_role("region", name="Conversation")).to_be_visible()

    page.set_viewport_size(PHONE)
    page.evaluate(SAFARI_KEYBOARD, KEYBOARD_PX)
    for control in (field, send, attach):
        maya.device.until(partial(is_above, control), "the composer is above the keyboard")


@pytest.mark.thorough
def test_a_phones_menu_opens_each_way_to_attach_a_file(client: Callable[[str], BrowserUser]) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    page = maya.page
    attach = page.get_by_role("button", name="Attach", exact=True)
    for name, picks in (
        ("Photos", "pictures"),
        ("Take a picture", "camera"),
        ("Attach files", "files"),
    ):
        attach.tap()
        with page.expect_file_chooser() as chooser:
            page.get_by_role("menu", name="Attach").get_by_role("menuitem", name=name, exact=True).tap()
        assert chooser.value.element.get_attribute("data-picks") == picks
        expect(attach).to_be_focused()


@pytest.mark.thorough
def test_the_newest_message_stays_in_view_when_a_file_joins_the_draft(
    agency: Agency, client: Callable[[str], BrowserUser]
) -> None:
    maya = client("Maya Lindqvist")
    # High messages: of low ones, the shorter list would still show the same, and the virtualizer would report no change.
    for number in range(8):
        message = {"client_id": maya.account.client_id, "content": f"Message {number}" + "\nas high as a picture" * 9}
        agency.request(maya.account, "POST", "/rest/v1/messages", json=message).raise_for_status()
    maya.opens_thread()
    expect(maya.thread.last).to_contain_text("Message 7")
    photo: FilePayload = {"name": "sign.png", "mimeType": "image/png", "buffer": picture(64, 48)}
    maya.page.locator('input[data-picks="files"]').set_input_files(photo)
    for _ in range(2):
        expect(maya.page.get_by_role("list", name="Files to send")).to_contain_text("sign.png")
        expect(maya.thread.last).to_be_in_viewport(ratio=1)
        maya.page.reload()
