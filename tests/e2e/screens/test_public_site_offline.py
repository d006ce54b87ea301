"""The public site without a network: the service worker shows the last copy, in the provider's colour."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency


@pytest.mark.thorough
def test_without_a_network_the_last_copy_is_shown(agency: Agency, devices: Devices) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new()).with_session()
    maya.device.keeps_the_app()
    maya.device.go("/pricing?from=mail")
    expect(maya.page.get_by_role("heading", level=1)).to_have_text("One plan. Everything in it.")
    maya.device.go_offline()
    maya.device.go("/pricing")
    expect(maya.page.get_by_role("heading", level=1)).to_have_text("One plan. Everything in it.")
    maya.device.go("/terms")  # the app responds in place of this page, and redirects
    expect(maya.page).to_have_url(re.compile("/dashboard"))


@pytest.fixture
def teal(agency: Agency) -> Iterator[str]:
    """Sets the provider's colour for one test; yields it."""
    set_color = "from website.models import WebsiteSettings; WebsiteSettings.objects.update(primary_color={!r})"
    agency.server.manage("shell", "-c", set_color.format("#0F766E"))
    yield "#0F766E"
    agency.server.manage("shell", "-c", set_color.format("#2563EB"))


@pytest.mark.thorough
def test_every_page_has_the_providers_colour_offline_too(teal: str, devices: Devices) -> None:
    phone = devices.new()
    primary = "getComputedStyle(document.documentElement).getPropertyValue('--primary')"
    for path in ("/", "/pricing", "/auth"):
        phone.go(path)
        assert phone.page.evaluate(primary) == teal
    phone.go_offline()
    phone.page.reload()
    expect(phone.page.get_by_role("button", name="Sign In")).to_be_visible()
    assert phone.page.evaluate(primary) == teal
