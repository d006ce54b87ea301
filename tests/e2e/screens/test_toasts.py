"""Toasts on a desktop: they cover neither the account and the sign-out in the menu nor the field for a message."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency

pytestmark = pytest.mark.thorough


def test_a_toast_covers_neither_the_account_nor_sign_out_nor_the_composer(agency: Agency, devices: Devices) -> None:
    account = agency.sign_up("Maya Lindqvist")
    maya = account.on(devices.new("desktop")).with_session()
    page = maya.page
    maya.device.go("/dashboard/settings/notifications")
    page.get_by_role("switch", name="Keep quiet hours").click()
    toast = page.get_by_role("region", name="Notifications", exact=True).get_by_role("status")
    expect(toast).to_be_visible()
    toast.hover()  # it stays under the pointer
    menu = page.get_by_role("complementary", name="Menu")
    controls = [menu.get_by_role("link", name=account.email), menu.get_by_role("button", name="Sign Out")]
    assert not [control for control in controls if _overlap(toast, control)]
    menu.get_by_role("link", name="Messaging").dispatch_event("click")
    expect(maya.composer).to_be_visible()
    assert not _overlap(toast, maya.composer)


def _overlap(first: Locator, second: Locator) -> bool:
    a, b = first.bounding_box(), second.bounding_box()
    assert a is not None
    assert b is not None
    is_beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not (is_beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])
