"""A client connects Google Analytics at a sandbox of Google in a second window; the first tab updates by itself."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Devices
from tests.e2e.users import Agency
from tests.support.browsers.accessibility import faults
from tests.support.browsers.browser import PHONE
from tests.support.fakes.sandbox import Sandbox, running_sandbox
from tests.support.servers.server import FAST_PASSWORDS, FOR_TESTS, Server, free_port

pytestmark = [pytest.mark.without_worker, pytest.mark.thorough]

CONNECTIONS = "/dashboard/connections"
NO_ICON = r"/favicon\.ico"  # of the sandbox
EMAIL = "maya@gmail.example"


@pytest.fixture(scope="module")
def google(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Sandbox]]:
    """An installation whose Google is the sandbox."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    keys = dict.fromkeys(("GOOGLE_ISSUER", "GOOGLE_DATA_API", "GOOGLE_ADMIN_API"), address)
    keys |= dict.fromkeys(("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"), "sandbox")
    server = Server(tmp_path_factory.mktemp("connecting"), **FOR_TESTS, **FAST_PASSWORDS, **keys)
    with running_sandbox(tmp_path_factory.mktemp("sandbox"), server.url, port) as running:
        server.start()
        yield server, running
        server.stop()


@pytest.fixture(scope="module")
def agency(google: tuple[Server, Sandbox]) -> Agency:
    """The installation of `google`, which replaces the shared one."""
    return Agency(google[0])


def assert_accessible(page: Page, name: str) -> None:
    """Assert that axe finds no fault on the screen; `name` identifies the screen in a failure."""
    expect(page.locator("h1").first).to_be_attached()
    assert (name, faults(page, (PHONE,))) == (name, [])


def test_connecting_google_in_a_new_window_updates_the_first_tab(
    devices: Devices, agency: Agency, google: tuple[Server, Sandbox]
) -> None:
    fake_providers = google[1]
    maya = agency.sign_up("Maya Lindqvist").on(devices.new("desktop")).with_session()
    maya.device.expects(NO_ICON)
    page = maya.page
    page.get_by_role("navigation", name="Dashboard").get_by_role("link", name="Connections").click()
    card = page.get_by_role("region", name="Google Analytics 4")
    expect(card).to_contain_text("Not Connected")
    card.get_by_role("button", name="Connect", exact=True).click()
    with maya.device.context.expect_page() as opened:
        page.get_by_role("button", name="Continue with Google").click()
    window = opened.value
    expect(window.get_by_role("note")).to_contain_text("sandbox")
    window.get_by_label("Email address").fill(EMAIL)
    window.get_by_role("button", name="Continue").click()
    expect(window.get_by_role("heading", name="Your Google account is connected")).to_be_visible()
    expect(window).to_have_url(re.compile(r"/oauth2callback$"))
    assert_accessible(window, "returned")

    # The test does nothing in the first tab, so only a notification of the server can have changed it.
    choice = page.get_by_role("dialog", name="Choose a property")
    expect(choice.get_by_role("radio")).to_have_count(2)
    window.get_by_role("link", name="Choose the property here").click()
    window.get_by_role("radio", name=re.compile("Website")).check()
    assert_accessible(window, "choosing")
    window.get_by_role("button", name="Save & Continue").click()
    expect(page.get_by_role("dialog", name="Change Property")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_contain_text("Maya – Website")
    expect(card).to_contain_text("Just now")
    expect(card.get_by_text("Connected", exact=True)).to_be_visible()
    expect(window).to_have_url(re.compile(r"/dashboard"))
    assert_accessible(page, "connected")
    fake_providers.order("reset")

    card.get_by_role("button", name="More").click()
    page.get_by_role("menuitem", name="Disconnect").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Disconnect").click()
    expect(card).to_contain_text("Not Connected")
    assert_accessible(page, "disconnected")


def test_a_reload_after_google_goes_to_the_connections_and_shows_no_error(devices: Devices, agency: Agency) -> None:
    zoe = agency.sign_up("Zoe Adler").on(devices.new("phone")).with_session()
    zoe.device.expects(NO_ICON)
    page = zoe.page
    zoe.device.go("/connect-ga")
    page.get_by_role("button", name="Connect Google Analytics").click()
    page.get_by_label("Email address").fill("zoe@gmail.example")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Your Google account is connected")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/oauth2callback$"))
    page.reload()
    expect(page).to_have_url(re.compile(f"{CONNECTIONS}$"))
    expect(page.get_by_role("region", name="Google Analytics 4")).to_contain_text("zoe@gmail.example")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_declined_google_consent_shows_an_error_and_can_be_retried(devices: Devices, agency: Agency) -> None:
    otto = agency.sign_up("Otto Brandt").on(devices.new("phone")).with_session()
    otto.device.expects(NO_ICON)
    page = otto.page
    otto.device.go("/connect-ga")
    page.get_by_role("button", name="Connect Google Analytics").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("alert")).to_have_text("Authorization was denied or cancelled.")
    assert_accessible(page, "declined")
    page.get_by_role("button", name="Try Again").click()
    expect(page).to_have_url(re.compile(r"/connect-ga$"))
    expect(page.get_by_role("button", name="Connect Google Analytics")).to_be_visible()
    assert_accessible(page, "connect")
    page.get_by_role("link", name="Back to Connections").click()
    expect(page.get_by_role("region", name="Google Analytics 4")).to_contain_text("Not Connected")
    assert_accessible(page, "connections-phone")
    page.get_by_role("region", name="Google Analytics 4").get_by_role("button", name="Connect", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert_accessible(page, "connect-dialog-phone")
