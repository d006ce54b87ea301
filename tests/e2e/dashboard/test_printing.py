"""The printed dashboard of a client: its charts with their tables, without navigation."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.browser_storage import start_session
from tests.support.browsers.browser import device
from tests.support.servers.server import FAST_PASSWORDS, Server

pytestmark = pytest.mark.thorough

EMAIL, PASSWORD = "maya@harborcoffee.example", "pulseboard"
NOT_PRINTED = ("Sign Out", "Messaging", "Up to date", "Website performance")


@pytest.fixture
def maya(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The demo's first client, signed in on a phone."""
    server = Server(tmp_path, DEMO="1", **FAST_PASSWORDS)
    server.start()
    phone = device(browser, server.url, "phone", with_worker=False)
    start_session(phone, EMAIL, PASSWORD)
    phone.go("/dashboard")
    expect(phone.page.get_by_role("heading", name="My Dashboard")).to_be_visible()
    yield phone.page
    phone.end()
    server.stop()


def printed_pages(page: Page) -> list[str]:
    """The text of each A4 page."""
    sheets = pypdfium2.PdfDocument(io.BytesIO(page.pdf(format="A4")))
    return [sheet.get_textpage().get_text_range() for sheet in sheets]


def height_on_paper(chart: Locator) -> float:
    chart.page.emulate_media(media="print")
    box = chart.bounding_box()
    chart.page.emulate_media(media="null")
    assert box is not None
    return box["height"]


def test_views_with_charts_are_printed_completely(maya: Page) -> None:
    views = maya.get_by_role("navigation", name="Dashboard views")
    views.get_by_role("link", name="PageSpeed").click()
    history = maya.get_by_role("region", name="History")
    expect(history).to_be_visible()
    pagespeed_pages = printed_pages(maya)
    assert "Performance score" in pagespeed_pages[0]
    assert "What was measured" in pagespeed_pages[-1]
    assert height_on_paper(history.get_by_role("group", name="Score history, use the arrow keys")) > 100

    views.get_by_role("link", name="Analytics").click()
    sessions = maya.get_by_role("slider", name="Sessions per day")
    expect(sessions).to_be_visible()
    analytics_pages = printed_pages(maya)
    assert "Sessions" in analytics_pages[0]
    all_text = "\n".join(analytics_pages)
    assert all(word in all_text for word in ("Top sources", "google / organic", "Bounce Rate"))
    assert len(re.findall(r"[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}\s+\d+", all_text)) >= 30  # the table of the line chart
    assert height_on_paper(sessions.locator("svg")) > 100
    assert not [word for word in NOT_PRINTED for sheet in pagespeed_pages + analytics_pages if word in sheet]
