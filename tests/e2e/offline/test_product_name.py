"""The setting PRODUCT_NAME: screens, manifest and mails have this name, and an installed app gets a changed one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.users import Agency, BrowserUser
from tests.support.browsers.browser import NO_NETWORK, device
from tests.support.servers.server import FOR_TESTS, Server

pytestmark = pytest.mark.thorough


@pytest.fixture
def named_agency(tmp_path: Path) -> Iterator[Agency]:
    """An installation with a name that needs escaping in HTML."""
    server = Server(tmp_path, PRODUCT_NAME="Harbor & Sons", **FOR_TESTS)
    server.start()
    yield Agency(server)
    server.stop()


def test_screens_manifest_and_mails_have_the_name_and_an_installed_app_gets_a_new_one(
    named_agency: Agency, browser: Browser, tmp_path: Path
) -> None:
    phone = device(browser, named_agency.url, "phone")
    phone.expects(NO_NETWORK)
    page = phone.page
    phone.go("/auth")
    expect(page).to_have_title("Sign In · Harbor & Sons")
    expect(page.get_by_text("Harbor & Sons", exact=True).first).to_be_visible()
    phone.go("/auth?mode=signup")
    expect(page.get_by_role("heading", name="Create your account")).to_be_visible()  # no payments, so no trial
    assert page.request.get(f"{named_agency.url}/manifest.webmanifest").json()["name"] == "Harbor & Sons"
    page.request.post(f"{named_agency.url}/auth/v1/recover", data={"email": named_agency.admin.email})
    phone.until(lambda: any((tmp_path / "mail").glob("*")), "the mail is written")
    [mail] = (tmp_path / "mail").glob("*")
    assert "Harbor & Sons" in mail.read_text()

    ana = BrowserUser(named_agency.admin, phone).with_session()
    expect(page).to_have_title(re.compile(r" · Harbor & Sons$"))
    expect(page.locator("header").get_by_text("Harbor & Sons")).to_be_visible()
    phone.keeps_the_app()

    named_agency.server.stop()
    named_agency.server.configure(PRODUCT_NAME="Quay Portal")
    named_agency.server.start()
    page.reload()
    page.get_by_role("status").filter(has_text="A new version is ready").get_by_role("button", name="Update").click()
    expect(page).to_have_title(re.compile(r" · Quay Portal$"))
    named_agency.server.stop()
    page.reload()
    ana.sees_status(re.compile("^Offline since"))
    expect(page).to_have_title(re.compile(r" · Quay Portal$"))
    expect(page.locator("header").get_by_text("Quay Portal")).to_be_visible()
    assert phone.problems == []
    phone.end()
