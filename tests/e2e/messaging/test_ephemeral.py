"""Presence and typing between users, delivery and read marks of a message, and a device's diagnostics."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.users import UP_TO_DATE, Agency, BrowserUser

Client = Callable[[str], BrowserUser]


@pytest.mark.thorough
def test_both_sides_see_typing_and_the_admin_sees_presence(ana: BrowserUser, client: Client, agency: Agency) -> None:
    otto = agency.sign_up("Otto Brandt")
    maya = client("Maya Lindqvist")
    online = ana.row_of(maya.account).get_by_role("img", name="Online")
    expect(online).to_be_visible()
    expect(ana.row_of(otto)).to_be_visible()
    expect(ana.row_of(otto).get_by_role("img", name="Online")).to_have_count(0)

    ana.opens_thread(maya.account)
    maya.opens_thread()
    maya.sees_status(UP_TO_DATE)
    maya.composer.press_sequentially("Is it")
    expect(ana.page.get_by_text("Maya Lindqvist is writing…")).to_be_visible()
    maya.composer.fill("")
    expect(ana.page.get_by_text("is writing")).to_have_count(0)
    ana.composer.press_sequentially("By two")
    expect(maya.page.get_by_text("Ana Ferreira is writing…")).to_be_visible()
    ana.writes("By two points.")
    expect(maya.page.get_by_text("is writing")).to_have_count(0)

    maya.device.go_offline()
    ana.device.go("/dashboard")
    expect(ana.row_of(maya.account)).to_be_visible()
    expect(online).to_have_count(0, timeout=90_000)  # the server detects that the device no longer answers
    maya.device.go_online()
    expect(online).to_be_visible()


@pytest.mark.thorough
def test_a_message_is_sent_then_delivered_then_read(ana: BrowserUser, client: Client) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes("Did you get this?")
    mark = maya.thread.last.locator("[data-delivery]")
    expect(mark).to_have_attribute("aria-label", "Delivered")  # Ana's device has it; she has not read it
    ana.opens_thread(maya.account)
    expect(mark).to_have_attribute("aria-label", "Read")


@pytest.mark.thorough
def test_copied_diagnostics_contain_no_message_text(client: Client, agency: Agency) -> None:
    maya = client("Maya Lindqvist")
    maya.opens_thread()
    maya.writes("The invoice is wrong.")
    maya.sees_all_sent()
    maya.device.context.grant_permissions(["clipboard-read", "clipboard-write"])
    maya.status.click()
    maya.page.get_by_role("button", name="Copy diagnostics").click()
    expect(maya.page.get_by_text("Diagnostics copied")).to_be_visible()
    text = maya.page.evaluate("navigator.clipboard.readText()")
    for part in (
        "build ",
        maya.account.user_id,
        f"c:{maya.account.client_id} at ",
        "Outbox\n  none",
        "MB of",
        "Mozilla/5.0",
    ):
        assert part in text
    for word in ("invoice", "Maya", "client.example"):
        assert word not in text
