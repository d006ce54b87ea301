"""Onboarding with scans by real Lighthouse: a planted fault is reported and fixed, and a canary is never reached."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browser_storage import start_session
from tests.support.browsers.browser import Device, device
from tests.support.fakes.canary import Canary, canary
from tests.support.fakes.fixture_site import FixtureSite, fixture_site
from tests.support.servers.server import Server, free_port

pytestmark = pytest.mark.thorough

PASSWORD, OWNER, ADMIN = "pulseboard", "sam@pinecresthardware.example", "ana@pulseboard.example"
VIEW = "/dashboard?view=pagespeed"
SCAN_LIMIT_MS = 120_000
PRIVATE = ("127.0.0.1", "127.0.0.3", "::1")


@pytest.fixture
def private_canary() -> Iterator[Canary]:
    """A canary on this machine's private addresses; the website is on another one, which a setting allows."""
    with canary(*PRIVATE) as proxy:
        yield proxy


@pytest.fixture
def site(private_canary: Canary) -> Iterator[FixtureSite]:
    with fixture_site(private_canary.port) as website:
        yield website


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A demo that scans with the Chromium of this machine, each page once."""
    sandbox = str(free_port())
    settings = {"DEMO": "1", "SANDBOX_PORT": sandbox, "SCAN_PRIVATE": "127.0.0.2/32", "SCAN_RUNS": "1"}
    running = Server(tmp_path, **settings, PAGESPEED_KEY="")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def owner(server: Server, browser: Browser) -> Iterator[Device]:
    """A phone of a client who has not entered a website yet."""
    phone = device(browser, server.url, "phone")
    start_session(phone, OWNER, PASSWORD)
    phone.go("/dashboard")
    expect(phone.page.locator("header [role=status]")).to_have_text("Up to date")
    yield phone
    phone.end()


def scan_again(server: Server) -> None:
    """An admin requests a scan, and the phone receives its progress."""
    with httpx.Client(base_url=server.url, timeout=30) as http:
        body = {"email": ADMIN, "password": PASSWORD}
        token = http.post("/auth/v1/token?grant_type=password", json=body).raise_for_status().json()["access_token"]
        owner = http.post("/auth/v1/token?grant_type=password", json={**body, "email": OWNER}).raise_for_status().json()
        owner_headers = {"Authorization": f"Bearer {owner['access_token']}"}
        client = http.get("/rest/v1/clients", headers=owner_headers).raise_for_status().json()["data"]["id"]
        admin_headers = {"Authorization": f"Bearer {token}"}
        http.post("/rest/v1/scan_runs", headers=admin_headers, json={"client_id": client}).raise_for_status()


def score_of(page: Page) -> int:
    return int(page.get_by_role("region", name="Performance score").locator("p").first.inner_text().split()[0])


def expect_reason(page: Page, text: str) -> None:
    """Wait for the scan, open the list of further reasons if it has one, and expect this reason."""
    reason = page.get_by_text(text)
    reason.wait_for(state="attached", timeout=SCAN_LIMIT_MS)
    reasons = page.get_by_role("region", name="Why did the score move?")
    further = reasons.locator("details:not([open]) > summary").filter(has_text=re.compile("more"))
    if further.count() > 0:
        further.click()
    expect(reason).to_be_visible()


def test_onboarding_scans_a_site_and_reports_a_planted_picture(
    server: Server, owner: Device, site: FixtureSite, private_canary: Canary
) -> None:
    page = owner.page
    owner.go(VIEW)
    dialog = page.get_by_role("dialog")
    save = dialog.get_by_role("button", name="Save and scan")
    expect(save).to_be_disabled()
    dialog.get_by_label("Website URL").fill("ftp://bakery")
    save.click()
    expect(dialog.get_by_text("Please enter a valid website URL.")).to_be_visible()
    dialog.get_by_label("Website URL").fill(site.url.removesuffix("/"))
    expect(dialog.get_by_text(f"Full address: {site.url}")).to_be_visible()
    save.click()
    expect(dialog.get_by_role("heading", name="Scanning your website")).to_be_visible()
    dialog.get_by_role("button", name="Continue in the background").click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("region", name="Performance score")).to_be_visible(timeout=SCAN_LIMIT_MS)
    first_score = score_of(page)
    expect(page.get_by_text("This is the first scan of this website.")).to_be_visible()

    site.has_hero = True
    scan_again(server)
    expect_reason(page, "New on the page: hero.png, 2.1 MB.")
    assert score_of(page) < first_score
    recommendations = page.get_by_role("region", name="Recommendations")
    expect(recommendations.get_by_text("Make the picture hero.png smaller")).to_be_visible()

    site.has_hero = False
    scan_again(server)
    expect_reason(page, "No longer on the page: hero.png, 2.1 MB.")
    recommendations.get_by_role("button", name="done").click()
    expect(recommendations.get_by_text("hero.png is no longer on the page.")).to_be_visible()

    page.get_by_role("button", name="Change website").click()
    dialog.get_by_label("Website URL").fill(f"{site.url}away")
    save.click()
    scan_error = dialog.get_by_role("alert")
    expect(scan_error).to_have_text("PageSpeed scan failed — please try again later.", timeout=SCAN_LIMIT_MS)
    dialog.get_by_role("button", name="Done").click()
    expect(page.get_by_role("region", name="Performance score")).to_be_visible()
    assert private_canary.visitors == []
    assert owner.problems == []
