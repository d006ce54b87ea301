"""The page of a mailed link without a PKCE flow, in a browser: opening it has no effect; its button redirects."""

import re
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accounts.test_security import mail_to
from tests.e2e.conftest import Devices
from tests.e2e.users import AUTH, Account, Agency
from tests.support.browsers.accessibility import faults
from tests.support.browsers.browser import DESKTOP, PHONE
from tests.support.fakes.sandbox import Sandbox


def requested_link(agency: Agency, account: Account, path: str, subject: str, **query: str) -> str:
    """The link in a mail that an API client requested without a PKCE flow."""
    response = httpx.post(f"{agency.url}/auth/v1/{path}", params=query, json={"email": account.email}, timeout=30)
    response.raise_for_status()
    return mail_to(agency, account, subject).link


def foreign_page(model: Sandbox) -> str:
    """A page of another origin on this machine."""
    return f"http://localhost:{urlsplit(model.url).port}/.well-known/openid-configuration"


def test_pressing_the_button_twice_redeems_a_link_once(agency: Agency, devices: Devices) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new())
    maya.device.go(AUTH)
    maya.device.keeps_the_app()
    link = requested_link(agency, maya.account, "recover", "Reset")
    page = maya.page
    for _ in range(2):
        page.goto(link)
        expect(page.get_by_role("heading", name="Choose a new password")).to_be_visible()
    assert faults(page, (PHONE, DESKTOP)) == []
    page.get_by_role("button", name="Choose a new password").dblclick()
    expect(page).to_have_url(re.compile(rf"^{agency.url}/?#access_token=.+&type=recovery$"))
    _sign_out(agency, page)
    page.goto(link)
    page.get_by_role("button", name="Choose a new password").click()
    expect(page.get_by_role("alert")).to_have_text("Email link is invalid or has expired")
    expect(page.get_by_role("button", name="Send a new code")).to_be_visible()


@pytest.mark.thorough
def test_the_button_leads_to_another_origin_that_the_site_allows(
    agency: Agency, devices: Devices, model: Sandbox
) -> None:
    """Browsers apply the page's Content-Security-Policy to a form's redirect too."""
    maya = agency.sign_up("Maya Lindqvist").on(devices.new())
    maya.device.expects("favicon.ico")  # the other origin has none
    link = requested_link(agency, maya.account, "otp", "sign-in code", redirect_to=foreign_page(model))
    maya.page.goto(link)
    maya.page.get_by_role("button", name="Sign in").click()
    expect(maya.page).to_have_url(re.compile(rf"^{re.escape(foreign_page(model))}#access_token="))


@pytest.mark.thorough
def test_a_foreign_page_cannot_press_the_links_button(agency: Agency, devices: Devices, model: Sandbox) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new())
    maya.device.expects("favicon.ico|status of 403")
    link = requested_link(agency, maya.account, "otp", "sign-in code")
    page = maya.page
    page.goto(foreign_page(model))
    with page.expect_response("**/auth/v1/verify/press") as press:
        _post_from(page, link, agency.url)
    assert press.value.status == 403
    expect(page).to_have_url(f"{agency.url}/auth/v1/verify/press")
    page.goto(link)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile("#access_token="))


def _sign_out(agency: Agency, page: Page) -> None:
    """End the session whose tokens are in the URL, so that the next press must create one again."""
    [token] = parse_qs(urlsplit(page.url).fragment)["access_token"]
    httpx.post(f"{agency.url}/auth/v1/logout", headers={"Authorization": f"Bearer {token}"}).raise_for_status()


def _post_from(page: Page, link: str, url: str) -> None:
    """Submit a form with the button's request from the page that is open."""
    page.evaluate(
        """([action, query]) => {
          const fields = new URLSearchParams(query)
          const form = document.createElement('form')
          Object.assign(form, { method: 'post', action })
          for (const [name, value] of fields) form.append(Object.assign(document.createElement('input'), { name, value }))
          document.body.append(form)
          form.submit()
        }""",
        [f"{url}/auth/v1/verify/press", urlsplit(link).query],
    )
