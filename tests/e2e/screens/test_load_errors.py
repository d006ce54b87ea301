"""Screens without stored data or responses show a load error with Retry after 8 s, not an endless skeleton.

`tests/support/browsers/app_screens.py` has the table: every screen, its text, and the endpoints it requests.
"""

import re
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Devices
from tests.e2e.users import DASHBOARD, Account, Agency
from tests.support.browsers.app_screens import CLIENT_DATA, NOT_AWAITED, OTHERS, SCREENS, Role, Screen, addresses
from tests.support.browsers.browser import Device
from tests.support.browsers.failing_requests import FailingEndpoints, Failure, Fault, FaultKind

pytestmark = pytest.mark.thorough

# Texts that screens once showed before they had read any stored data.
SHOWN_BEFORE_ROWS = re.compile(
    r"0 Active Chatbots|No billing|Not Connected|Not measured yet|No chatbots? activity|No messages yet|No reports yet"
    r"|No subscription yet|Complete onboarding|Next report|No clients yet|is being prepared|No chatbots yet|Nobody"
)
# Texts that screens once showed before an endpoint had responded.
SHOWN_BEFORE_RESPONSE = re.compile(
    r"No actions yet|Nothing is waiting|Nothing has failed|Everything works|None yet|\b0 (sent|endpoints)|There is no plan|No email this week"
)

# Reads all visible text and the screen's errors in one call, because the test makes it every second.
ON_SCREEN = """() => {
  const errors = [...document.querySelectorAll('main [role=alert]')]
  return [document.body.innerText, errors.map((one) => one.innerText).join(' ')]
}"""
# When the app last reloaded itself because a chunk was missing, or null. A failed first load must not reload it.
RELOADED = "() => localStorage.getItem('reloaded-at')"


def test_every_screen_of_the_app_is_in_the_table() -> None:
    assert {screen.address for screen in SCREENS} | OTHERS == addresses()


def signed_in(account: Account, device: Device) -> Page:
    page = device.page
    page.clock.install()
    account.on(device).start_session()
    device.go(DASHBOARD)
    return page


def expect_error(page: Page, text: str, forbidden: re.Pattern[str] = SHOWN_BEFORE_ROWS) -> None:
    """Check that `text` appears with Retry within 30 s of the page's clock, and no text of `forbidden` before it."""
    error = page.get_by_role("main").get_by_role("alert").filter(has_text=text).first
    for _second in range(30):
        on_screen, alerts = page.evaluate(ON_SCREEN)
        match = forbidden.search(on_screen)
        assert match is None, f"{page.url}: {match}"
        if text in alerts:
            break
        page.clock.run_for(1_000)
    expect(error, page.url).to_be_visible()
    expect(error.get_by_role("button", name="Retry")).to_be_visible()


def press_retry(page: Page) -> None:
    page.get_by_role("main").get_by_role("alert").get_by_role("button", name="Retry").click()


def assert_loaded(page: Page) -> None:
    """Check that the screen shows content, and no skeleton."""
    main = page.get_by_role("main")
    expect(main).not_to_be_empty()
    expect(main.locator(".animate-shimmer"), page.url).to_have_count(0)


def screens_of(role: Role) -> list[Screen]:
    return [screen for screen in SCREENS if screen.role == role]


# What each URL shows while the user's role is unknown; it is the same for every role.
TEXT_OF_UNKNOWN_ROLE = {screen.address: screen.while_unknown for screen in SCREENS if screen.while_unknown is not None}


@pytest.mark.without_worker
@pytest.mark.parametrize("kind", ["no socket", "role unknown"])
def test_every_page_shows_an_error_while_the_role_is_unknown(kind: FaultKind, agency: Agency, devices: Devices) -> None:
    account, device = agency.sign_up("Maya Lindqvist"), devices.new("desktop")
    fault = Fault(kind, device)
    page = signed_in(account, device)
    for address, text in TEXT_OF_UNKNOWN_ROLE.items():
        device.go(address)
        expect_error(page, text)
    device.go(DASHBOARD)
    expect_error(page, CLIENT_DATA)
    fault.end_with_stopped_clock()
    press_retry(page)
    expect(page.get_by_role("heading", name="My Dashboard")).to_be_visible()
    expect(page.get_by_role("region", name="Performance score")).to_be_visible()


@pytest.mark.without_worker
@pytest.mark.parametrize("viewer_role", ["client", "admin"])
def test_every_screen_shows_an_error_while_rows_are_missing(
    viewer_role: Role, agency: Agency, devices: Devices
) -> None:
    account = agency.admin if viewer_role == "admin" else agency.sign_up("Maya Lindqvist")
    device = devices.new("desktop")
    fault = Fault("bootstrap 500", device)
    page = signed_in(account, device)
    texts = {screen.address: screen.rows for screen in screens_of(viewer_role) if screen.rows is not None}
    for address, text in texts.items():
        device.go(address)
        expect_error(page, text)
    assert page.evaluate(RELOADED) is None
    fault.end_with_stopped_clock()
    press_retry(page)
    expect(page.get_by_role("main").get_by_role("alert").filter(has_text=[*texts.values()][-1])).to_have_count(0)


@pytest.mark.parametrize("viewer_role", ["client", "admin"])
def test_every_screen_shows_an_error_offline_before_anything_was_stored(
    viewer_role: Role, agency: Agency, devices: Devices
) -> None:
    account = agency.admin if viewer_role == "admin" else agency.sign_up("Maya Lindqvist")
    device = devices.new("desktop")
    Fault("no socket", device)
    page = signed_in(account, device)
    device.go_offline()
    for screen in screens_of(viewer_role):
        if screen.while_unknown is not None:
            device.go(screen.address)
            expect_error(page, screen.while_unknown)


@pytest.mark.without_worker
@pytest.mark.parametrize("viewer_role", ["client", "admin"])
@pytest.mark.parametrize("failure", ["500", "silence"])
def test_every_screen_shows_an_error_when_its_endpoint_fails(
    failure: Failure, viewer_role: Role, agency: Agency, devices: Devices
) -> None:
    """Also checks that no screen requests an endpoint that the table lacks."""
    client = agency.sign_up("Maya Lindqvist")
    device = devices.new("desktop")
    page = signed_in(agency.admin if viewer_role == "admin" else client, device)
    assert_loaded(page)
    endpoints = FailingEndpoints(failure, device)
    for screen in screens_of(viewer_role):
        if failure == "silence" and not screen.requests:
            continue
        endpoints.requested.clear()
        device.go(screen.address)
        if screen.requests:
            device.until(
                partial(endpoints.has_requested, screen.requests[0]), f"{screen.address} requests {screen.requests[0]}"
            )
            expect_error(page, screen.failed if failure == "500" else screen.late, SHOWN_BEFORE_RESPONSE)
        else:
            assert_loaded(page)
        assert endpoints.requested - NOT_AWAITED - {*screen.requests} == set(), screen.address
    first = next(screen for screen in screens_of(viewer_role) if screen.requests)
    device.go(first.address)
    expect_error(page, first.failed if failure == "500" else first.late, SHOWN_BEFORE_RESPONSE)
    endpoints.end_with_stopped_clock()
    press_retry(page)
    expect(page.get_by_role("main").get_by_role("alert").get_by_role("button", name="Retry")).to_have_count(0)


def test_the_prices_are_shown_without_a_network(agency: Agency, devices: Devices) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new("desktop")).with_session()
    maya.device.go_offline()
    maya.device.go("/pricing")
    expect(maya.page.get_by_role("heading", level=1)).to_have_text("One plan. Everything in it.")
    expect(maya.page).to_have_url(re.compile("/pricing$"))
