"""The admins' page of a client: opened from the client's row, also offline, and shown beside the conversation."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.users import BrowserUser

pytestmark = pytest.mark.thorough


def test_a_clients_page_opens_offline_and_leads_back_to_its_row(
    ana: BrowserUser, client: Callable[[str], BrowserUser]
) -> None:
    maya = client("Maya Lindqvist").account
    link = ana.row_of(maya).get_by_role("link", name=maya.company)
    expect(link).to_be_visible()
    ana.device.go_offline()
    heading = ana.page.get_by_role("heading", level=1, name=maya.company)
    for leave in (lambda: ana.page.get_by_role("link", name="Clients", exact=True).click(), ana.page.go_back):
        link.click()
        expect(heading).to_be_visible()
        expect(ana.page.get_by_role("link", name=maya.email)).to_be_visible()
        expect(ana.page.get_by_text("Last updated")).to_be_visible()
        leave()
        expect(link).to_be_focused()

    link.click()
    ana.page.get_by_role("link", name="Write report").click()
    expect(ana.page.get_by_role("dialog", name="Create New Report")).to_be_visible()
    ana.device.go(f"/dashboard?client={maya.client_id}0")
    expect(ana.page.get_by_role("heading", name="Client not found")).to_be_visible()
    ana.page.get_by_role("link", name="See all clients").click()
    expect(link).to_be_visible()


def test_a_summary_of_the_client_stands_beside_a_conversation_of_at_least_560_px(
    ana: BrowserUser, client: Callable[[str], BrowserUser]
) -> None:
    maya = client("Maya Lindqvist").account
    panel = ana.page.get_by_role("complementary", name=f"About {maya.company}")
    ana.page.set_viewport_size({"width": 1280, "height": 800})
    ana.opens_thread(maya)
    expect(panel.get_by_text("Active · No billing · Starter Plan")).to_be_visible()
    ana.device.go_offline()
    ana.page.reload()
    expect(panel.get_by_text("Last updated")).to_be_visible()
    conversation = ana.page.get_by_role("region", name="Conversation")
    assert conversation.evaluate("(element) => element.offsetWidth") == 560

    ana.page.set_viewport_size({"width": 1279, "height": 800})
    expect(panel).to_have_count(0)
    conversation.get_by_role("link", name=maya.company).click()
    expect(ana.page.get_by_role("heading", level=1, name=maya.company)).to_be_visible()
