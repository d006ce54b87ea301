"""The installed app: manifest and icons, a cold start without a network, and updates that never lose a draft."""

import json
import re
import shutil
import struct
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Playwright, expect

from tests.e2e import browser_storage
from tests.e2e.conftest import Devices
from tests.e2e.users import Agency, BrowserUser
from tests.support.browsers.browser import NO_NETWORK, PHONE, device
from tests.support.browsers.installed import installed_app
from tests.support.servers.server import FOR_TESTS, ROOT, Server

REVISION = re.compile(r'(?<="revision":")\w+(?=%PRODUCT_NAME%","url":"index.html")')
DIST = "pwa/dist"
# The limit of an icon or screenshot. The browser downloads the screenshots before it offers to install the app.
MAX_IMAGE_BYTES = 300_000


@pytest.mark.thorough
def test_the_manifest_is_valid_and_its_icons_have_their_sizes(devices: Devices, tmp_path: Path) -> None:
    phone = devices.persistent(tmp_path)  # nothing can be installed from a private window
    phone.go("/auth")
    devtools = phone.context.new_cdp_session(phone.page)
    response = devtools.send("Page.getAppManifest")
    assert response["errors"] == []
    manifest = json.loads(response["data"])
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("Pulseboard", "standalone", "/dashboard")
    purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert purposes >= {("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable")}
    shortcut_icons = [icon for each in manifest["shortcuts"] for icon in each["icons"]]
    precached = (ROOT / DIST / "sw.js").read_text()
    for icon in (*manifest["icons"], *shortcut_icons, *manifest["screenshots"]):
        reply = phone.page.request.get(phone.url + icon["src"])
        assert (reply.status, reply.headers["content-type"]) == (200, icon["type"])
        width, height = struct.unpack(">II", reply.body()[16:24])
        assert f"{width}x{height}" == icon["sizes"]
        assert len(reply.body()) < MAX_IMAGE_BYTES
        assert icon["src"].lstrip("/") not in precached
    assert [each["name"] for each in manifest["shortcuts"]] == ["Home", "Reports", "Messages"]
    assert len({each["icons"][0]["src"] for each in manifest["shortcuts"]}) == 3
    assert [each["form_factor"] for each in manifest["screenshots"]] == ["narrow", "narrow", "wide"]
    phone.keeps_the_app()
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


def test_the_app_starts_cold_without_a_network(agency: Agency, devices: Devices, tmp_path: Path) -> None:
    account = agency.sign_up("Maya Lindqvist")
    maya = account.on(devices.persistent(tmp_path)).with_session()
    maya.opens_thread()
    maya.writes("Kept on the phone.")
    maya.sees_all_sent()
    maya.device.keeps_the_app()
    maya.device.end()
    agency.server.stop()
    second_start = account.on(devices.persistent(tmp_path, offline=True))
    second_start.device.go("/dashboard")
    second_start.page.get_by_role("button", name="Later").click()
    expect(second_start.page.get_by_role("button", name=re.compile("^Last updated"))).to_be_visible()
    second_start.sees_status(re.compile("^Offline since"))
    expect(second_start.page.locator("header")).to_contain_text(account.company)
    second_start.opens_thread()
    second_start.sees("Kept on the phone.")
    second_start.device.go("/")  # the URL that a user types
    expect(second_start.page.get_by_role("heading", name="My Dashboard")).to_be_visible()
    second_start.sign_out()
    expect(second_start.page.get_by_role("button", name="Sign In")).to_be_visible()


# Records the text that the document shows before the app runs.
RECORD_FIRST_TEXT = """addEventListener('DOMContentLoaded', () => {
  window.firstText = document.querySelector('#root > [inert]')?.innerText ?? ''
})"""


@pytest.mark.thorough
def test_a_stored_dashboard_shows_before_the_app_runs_but_not_after_sign_out(
    agency: Agency, devices: Devices, tmp_path: Path
) -> None:
    account = agency.sign_up("Maya Lindqvist")
    maya = account.on(devices.persistent(tmp_path)).with_session()
    maya.device.go("/dashboard")
    maya.page.get_by_role("button", name="Later").click()
    maya.device.keeps_the_app()
    maya.device.until(
        lambda: '"picture"' in browser_storage.as_text(maya.page), "the picture of the dashboard is stored"
    )
    maya.device.end()
    second_start = account.on(devices.persistent(tmp_path, offline=True))
    second_start.page.add_init_script(RECORD_FIRST_TEXT)
    second_start.device.go("/dashboard")
    first_text = second_start.page.evaluate("firstText")
    assert re.search(rf"{account.company}\nAs of .*, \d+:\d\d [AP]M", first_text)
    assert re.search(r"Subscription\nInactive\n", first_text)
    second_start.sees_status(re.compile("^Offline since"))
    expect(second_start.page.locator("#root > [inert]")).to_have_count(0)
    expect(second_start.page.get_by_role("region", name="Subscription")).to_have_count(1)
    second_start.sign_out()
    expect(second_start.page.get_by_role("button", name="Sign In")).to_be_visible()
    second_start.device.go("/dashboard")
    expect(second_start.page.get_by_role("button", name="Sign In")).to_be_visible()
    assert second_start.page.evaluate("firstText") == ""


@pytest.fixture
def separate_agency(tmp_path: Path) -> Iterator[Agency]:
    """A separate installation whose build the test can replace with a newer one."""
    root = tmp_path / "installation"
    for part in ("platform", DIST):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__", "*.gz"))
    for file in ("manage.py", "pyproject.toml"):  # the latter has the version
        shutil.copy(ROOT / file, root)
    server = Server(tmp_path / "data", root, **FOR_TESTS)
    server.start()
    yield Agency(server)
    server.stop()


def deploy_a_newer_build(server: Server) -> None:
    """Replace the app's document, as a new build would, and restart the server."""
    server.stop()
    document, worker = server.root / DIST / "index.html", server.root / DIST / "sw.js"
    document.write_text(document.read_text().replace("<html", '<html data-build="newer"', 1))
    newer, replaced = REVISION.subn("newer", worker.read_text())
    assert replaced == 1
    worker.write_text(newer)
    server.start()


@pytest.mark.thorough
def test_an_update_is_offered_and_keeps_the_draft(separate_agency: Agency, browser: Browser) -> None:
    maya = BrowserUser(
        separate_agency.sign_up("Maya Lindqvist"), device(browser, separate_agency.url, "phone")
    ).with_session()
    maya.device.expects(NO_NETWORK)
    maya.opens_thread()
    maya.device.keeps_the_app()
    maya.writes("Sent before the update.")
    maya.sees_all_sent()
    deploy_a_newer_build(separate_agency.server)
    maya.page.reload()
    prompt = maya.page.get_by_role("status").filter(has_text="A new version is ready")
    expect(prompt).to_be_visible()
    assert maya.page.locator("html[data-build=newer]").count() == 0
    maya.composer.fill("A draft that must live.")
    prompt.get_by_role("button", name="Update").click()
    expect(maya.page.locator("html[data-build=newer]")).to_be_attached()
    expect(maya.composer).to_have_value("A draft that must live.")
    maya.sees("Sent before the update.")
    expect(prompt).to_have_count(0)
    assert "A draft that must live." in browser_storage.as_text(maya.page)
    assert maya.device.problems == []
    maya.device.end()


@pytest.mark.thorough
@pytest.mark.parametrize("is_installed", [True, False], ids=["installed", "in a tab"])
def test_a_bottom_bar_navigates_the_app_and_covers_nothing(
    is_installed: bool, agency: Agency, playwright: Playwright, devices: Devices, tmp_path: Path
) -> None:
    account = agency.sign_up("Maya Lindqvist")
    opened = installed_app(playwright, agency.url, tmp_path) if is_installed else nullcontext(devices.new())
    with opened as phone:
        maya, page = account.on(phone).with_session(), phone.page
        phone.go("/dashboard")
        page.get_by_role("button", name="Later").click()
        bar = page.get_by_role("navigation", name="Main")
        home = bar.get_by_role("link", name="Home")
        expect(home).to_have_attribute("aria-current", "page")
        page.get_by_role("main").evaluate("(main) => main.scrollTo(0, main.scrollHeight)")
        assert _bottom(page.get_by_role("main")) <= _top(bar)
        home.click()
        expect(page.get_by_role("heading", name="My Dashboard")).to_be_in_viewport()
        bar.get_by_role("link", name="Messages").click()
        field = page.get_by_role("textbox", name="Message", exact=True)
        field.click()
        assert _bottom(field) < _top(bar)
        # An Android keyboard makes the window lower.
        page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"] - 300})
        expect(bar).to_have_count(0)
        maya.writes("From the keyboard.")
        page.set_viewport_size(PHONE)
        more = bar.get_by_role("button", name="More")
        more.click()
        expect(page.get_by_role("dialog", name="Menu").get_by_role("link", name="Settings")).to_be_visible()
        page.keyboard.press("Escape")
        expect(more).to_be_focused()


def _top(element: Locator) -> float:
    return float(element.evaluate("(element) => element.getBoundingClientRect().top"))


def _bottom(element: Locator) -> float:
    return float(element.evaluate("(element) => element.getBoundingClientRect().bottom"))
