"""The sign-up and sign-in forms: their errors, and the page to which each user is redirected."""

import re
import secrets

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Devices
from tests.e2e.users import AUTH, PASSWORD, UP_TO_DATE, Account, Agency, BrowserUser

pytestmark = pytest.mark.without_worker

SIGN_UP = {
    "Full Name": "Mona Reyes",
    "Company Name": "Reyes Flowers",
    "Password": PASSWORD,
    "Confirm Password": PASSWORD,
}


def fill_in(page: Page, **fields: str) -> None:
    for label, value in (SIGN_UP | fields).items():
        page.get_by_label(label, exact=True).fill(value)


@pytest.mark.thorough
def test_a_new_client_appears_in_an_open_admin_list(ana: BrowserUser, devices: Devices) -> None:
    ana.device.go("/dashboard")
    tag = secrets.token_hex(3)
    mona = Account("Mona Reyes", f"mona-{tag}@client.example", f"Reyes Flowers {tag}", "", "").on(devices.new())
    mona.device.go("/auth?mode=signup")
    fill_in(mona.page, **{"Email Address": mona.account.email, "Company Name": mona.account.company})
    mona.page.get_by_role("button", name="Create account").click()
    expect(mona.page).to_have_url(re.compile("/dashboard"))
    expect(mona.page.locator("header")).to_contain_text(mona.account.company)
    mona.sees_status(UP_TO_DATE)
    expect(ana.row_of(mona.account)).to_contain_text("Mona Reyes")
    expect(ana.row_of(mona.account)).to_contain_text("Starter Plan")
    expect(ana.row_of(mona.account)).to_contain_text("Inactive")


INVALID_FIELDS = (
    ({"Full Name": ""}, "Full name is required"),
    ({"Company Name": " "}, "Company name is required"),
    ({"Email Address": ""}, "Email address is required"),
    ({"Password": "", "Confirm Password": ""}, "Password is required"),
    ({"Confirm Password": "something else"}, "Passwords do not match"),
    ({"Password": "12345", "Confirm Password": "12345"}, "Password must be at least 6 characters long"),
)


@pytest.mark.thorough
def test_invalid_sign_up_fields_show_an_error_and_send_nothing(devices: Devices) -> None:
    phone = devices.new()
    phone.go("/auth?mode=signup")
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    for fields, text in INVALID_FIELDS:
        fill_in(phone.page, **({"Email Address": "mona@client.example"} | fields))
        phone.page.get_by_role("button", name="Create account").click()
        expect(phone.page.get_by_role("alert")).to_have_text(text)
    assert sent == []


@pytest.mark.thorough
def test_a_wrong_password_shows_an_alert_and_switching_forms_clears_it(devices: Devices, agency: Agency) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new())
    maya.device.expects("status of 400")
    maya.device.go("/auth")
    maya.fill_in_sign_in("wrong password")
    expect(maya.page.get_by_role("alert")).to_have_text("Invalid login credentials")
    maya.page.get_by_role("link", name="Create an account").click()
    expect(maya.page).to_have_url(re.compile("mode=signup"))
    expect(maya.page.get_by_role("alert")).to_have_count(0)
    for label in ("Email Address", "Password", *SIGN_UP):
        expect(maya.page.get_by_label(label, exact=True)).to_have_value("")
    maya.page.get_by_label("Email Address").fill("typed@client.example")
    maya.page.get_by_role("link", name="Sign in").click()
    expect(maya.page.get_by_label("Email Address")).to_have_value("")
    maya.fill_in_sign_in()
    expect(maya.page).to_have_url(re.compile("/dashboard"))


@pytest.mark.thorough
def test_a_taken_address_is_rejected(devices: Devices, agency: Agency) -> None:
    maya = agency.sign_up("Maya Lindqvist")
    phone = devices.new()
    phone.expects("status of 422")
    phone.go("/auth?mode=signup")
    fill_in(phone.page, **{"Email Address": maya.email})
    phone.page.get_by_role("button", name="Create account").click()
    expect(phone.page.get_by_role("alert")).to_have_text("User already registered")


def test_a_user_is_redirected_to_pages_they_may_see(devices: Devices, agency: Agency) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new())
    for signed_in_page in ("/dashboard", "/dashboard/messaging"):
        maya.device.go(signed_in_page)
        expect(maya.page).to_have_url(re.compile("/auth$"))
    maya.sign_in()
    for path in ("/auth", "/auth?mode=signup", "/dashboard"):
        maya.device.go(path)
        expect(maya.page).to_have_url(re.compile("/dashboard$"))
    for unknown_page in ("/nothing-here", "/dashboard/nothing-here"):
        maya.device.go(unknown_page)
        expect(maya.page).to_have_url(f"{agency.server.url}/")
        expect(maya.page.get_by_role("link", name="Pricing").first).to_be_attached()
    maya.opens_thread()
    expect(maya.page.get_by_role("link", name="Admin Dashboard")).to_have_count(0)
    maya.sign_out()
    expect(maya.page).to_have_url(re.compile("/auth$"))
    maya.device.go("/dashboard/messaging")
    expect(maya.page).to_have_url(re.compile("/auth$"))


@pytest.mark.thorough
def test_an_unknown_auth_callback_shows_an_error(devices: Devices, agency: Agency) -> None:
    phone = devices.new()
    phone.go("/auth/v1/callback?state=somebody-elses&code=x")
    expect(phone.page).to_have_url(re.compile("/auth/callback$"))
    expect(phone.page.get_by_role("alert")).to_have_text("That took too long. Please start again.")
    phone.go(AUTH)
    phone.go("/auth/callback#access_token=planted&refresh_token=planted&expires_in=60&token_type=bearer")
    expect(phone.page.get_by_role("alert")).to_have_text("Not a valid PKCE flow url.")
    phone.go("/dashboard")
    expect(phone.page).to_have_url(re.compile(f"{AUTH}$"))
