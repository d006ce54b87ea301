"""Sign-in where users confirm addresses by mail, Google and a company are providers, and admins need a second factor.

Over 250 lines because all of its tests share one installation.
"""

import re
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accounts.test_security import mail_to, opens_settings, protects_account
from tests.e2e.conftest import Devices
from tests.e2e.users import AUTH, PASSWORD, UP_TO_DATE, Account, Agency, BrowserUser
from tests.support.browsers.accessibility import faults
from tests.support.browsers.browser import DESKTOP, PHONE
from tests.support.fakes.sandbox import Sandbox, running_sandbox
from tests.support.servers.crash_harness import eventually
from tests.support.servers.server import FAST_PASSWORDS, Server, free_port

pytestmark = pytest.mark.without_worker


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """The sandbox of Google, of a company's own provider, and of the carrier of text messages."""
    return Sandbox(f"http://127.0.0.1:{free_port()}", tmp_path_factory.mktemp("sandbox"))


@pytest.fixture(scope="module")
def agency(tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox) -> Iterator[Agency]:
    """An installation with these providers, which replaces the shared one."""
    address = urlsplit(sandbox.url)
    providers = {
        "GOOGLE_ISSUER": sandbox.url,
        "GOOGLE_CLIENT_ID": "sandbox",
        "GOOGLE_CLIENT_SECRET": "sandbox",
        "SSO_CLIENT_SECRET": "sandbox",
        "SMS_URL": f"http://account:token@{address.netloc}",
        "SMS_FROM": "+15550199",
        "SMS_COUNTRIES": "1",
    }
    server = Server(
        tmp_path_factory.mktemp("strict"),
        DEMO="0",
        AUTH_ADMIN_SECOND_FACTOR="1",
        AUTH_MANUAL_LINKING="1",
        **FAST_PASSWORDS,
        **providers,
    )
    server.start()
    with running_sandbox(sandbox.folder, server.url, address.port or 0):
        yield Agency(server)
    server.stop()


def newcomer(devices: Devices, name: str = "Noor Haddad") -> BrowserUser:
    tag = secrets.token_hex(3)
    return Account(name, f"noor-{tag}@cedar.example", f"Cedar {tag}", "", "").on(devices.new())


def submit_sign_up(user: BrowserUser) -> None:
    """Fill in and submit the sign-up form; the screen then requests the mailed code."""
    page, account = user.page, user.account
    user.device.go(f"{AUTH}?mode=signup")
    fields = {"Full Name": account.name, "Company Name": account.company, "Email Address": account.email}
    for label, text in {**fields, "Password": PASSWORD, "Confirm Password": PASSWORD}.items():
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name="Confirm your email")).to_be_focused()


def answer_google(page: Page, email: str, button: str = "Continue") -> None:
    """Consent at the sandbox's Google, or decline with the button "Cancel"."""
    expect(page.get_by_role("note")).to_contain_text("sandbox")
    page.get_by_label("Email address").fill(email)
    page.get_by_role("button", name=button).click()


@pytest.mark.thorough
def test_a_mailed_code_confirms_a_new_address_and_signs_in(devices: Devices, agency: Agency) -> None:
    noor = newcomer(devices)
    submit_sign_up(noor)
    expect(noor.page.get_by_role("button", name=re.compile(r"Send again in \d+ s"))).to_be_visible()
    assert faults(noor.page, (PHONE, DESKTOP)) == []
    noor.page.get_by_label("Code", exact=True).fill(mail_to(agency, noor.account, "Confirm").code)
    noor.sees_status(UP_TO_DATE)
    expect(noor.page.locator("header")).to_contain_text(noor.account.company)
    opens_settings(noor)
    noor.sign_out()
    noor.page.get_by_role("button", name="Email me a code").click()
    expect(noor.page.get_by_role("heading", name="Sign in with a code")).to_be_visible()
    noor.page.get_by_label("Email Address").fill(noor.account.email)
    noor.page.get_by_role("button", name="Send me a code").click()
    noor.page.get_by_label("Code", exact=True).fill(mail_to(agency, noor.account, "sign-in code").code)
    noor.sees_status(UP_TO_DATE)


@pytest.mark.thorough
def test_a_mailed_link_signs_in_the_requesting_browser_and_confirms_in_any(devices: Devices, agency: Agency) -> None:
    noor = newcomer(devices)
    submit_sign_up(noor)
    desktop = noor.account.on(devices.new("desktop"))
    mail = mail_to(agency, noor.account, "Confirm")
    desktop.page.goto(mail.link)
    expect(desktop.page.get_by_role("heading", name="Opened in a different browser")).to_be_visible()
    assert faults(desktop.page, (PHONE, DESKTOP)) == []
    noor.page.get_by_label("Code", exact=True).fill(mail.code)
    noor.sees_status(UP_TO_DATE)
    desktop.device.go("/auth?mode=signin")
    desktop.page.get_by_role("button", name="Email me a code").click()
    expect(desktop.page.get_by_role("heading", name="Sign in with a code")).to_be_visible()
    desktop.page.get_by_label("Email Address").fill(noor.account.email)
    desktop.page.get_by_role("button", name="Send me a code").click()
    expect(desktop.page.get_by_role("heading", name="Enter your code")).to_be_visible()
    link = mail_to(agency, noor.account, "sign-in code").link
    desktop.page.goto(link)
    desktop.sees_status(UP_TO_DATE)
    assert "code=" not in desktop.page.url
    noor.page.goto(link)
    expect(noor.page.get_by_role("alert")).to_have_text("Email link is invalid or has expired")


@pytest.mark.thorough
def test_an_owners_account_keeps_nothing_of_a_strangers_sign_up(devices: Devices, agency: Agency) -> None:
    """A stranger signs up with the owner's address, and the owner opens the link in the mail and enters its code."""
    stranger = newcomer(devices, "Mallory Vale")
    submit_sign_up(stranger)
    mail = mail_to(agency, stranger.account, "Confirm")
    page = devices.new().page
    page.goto(mail.link)
    page.get_by_role("button", name="Enter the code").click()
    page.get_by_label("Email Address").fill(stranger.account.email)
    page.get_by_label("Email Address").press("Enter")
    page.get_by_label("Code", exact=True).fill(mail.code)
    expect(page.get_by_role("heading", name="Finish your account")).to_be_visible()
    expect(page.get_by_label("Full Name")).to_have_value("")
    page.get_by_label("Full Name").fill("Olive Owen")
    page.get_by_label("Company Name").fill("Owen's Own")
    for label in ("Password", "Confirm Password"):
        page.get_by_label(label, exact=True).fill("the owner's own words")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("header [role=status]")).to_have_text(UP_TO_DATE)
    expect(page.locator("header")).to_contain_text("Owen's Own")
    stranger.device.expects("status of 400")
    stranger.device.go(f"{AUTH}?mode=signin")
    stranger.page.get_by_label("Email Address").fill(stranger.account.email)
    stranger.page.get_by_label("Password", exact=True).fill(PASSWORD)
    stranger.page.get_by_role("button", name="Sign In").click()
    expect(stranger.page.get_by_role("alert")).to_have_text("Invalid login credentials")


@pytest.mark.thorough
def test_google_signs_in_is_linked_and_unlinked_and_a_declined_consent_is_shown(
    devices: Devices, agency: Agency
) -> None:
    noor = newcomer(devices)
    noor.device.expects("favicon.ico")  # the sandbox has none
    page = noor.page
    noor.device.go(AUTH)
    page.get_by_role("button", name="Continue with Google").click()
    answer_google(page, noor.account.email, "Cancel")
    expect(page.get_by_role("alert")).to_have_text("Authorization was denied or cancelled.")
    assert faults(page, (PHONE, DESKTOP)) == []
    page.get_by_role("button", name="Back to sign in").click()
    submit_sign_up(noor)
    page.get_by_label("Code", exact=True).fill(mail_to(agency, noor.account, "Confirm").code)
    noor.sees_status(UP_TO_DATE)
    opens_settings(noor)
    page.get_by_role("button", name="Change password").click()
    for label in ("New Password", "Confirm Password"):
        page.get_by_label(label, exact=True).fill("another battery staple")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Your password is changed")).to_be_visible()
    page.get_by_role("button", name="Link Google").click()
    answer_google(page, "noor@gmail.example")
    expect(page).to_have_url(re.compile("/dashboard/settings/security$"))
    sign_in_methods = page.get_by_role("list", name="Ways to sign in").get_by_role("listitem")
    expect(sign_in_methods.filter(has_text="Google")).to_contain_text("noor@gmail.example")
    noor.sign_out()
    page.get_by_role("button", name="Continue with Google").click()
    answer_google(page, "noor@gmail.example")
    noor.sees_status(UP_TO_DATE)
    expect(page.locator("header")).to_contain_text(noor.account.company)
    opens_settings(noor)
    page.get_by_role("button", name="Unlink Google").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Unlink").click()
    expect(sign_in_methods.filter(has_text="Google")).to_contain_text("Not linked")


def sms_code(sandbox: Sandbox, number: int) -> str:
    """Wait for a text message and return its code; the first message is 1."""
    assert eventually(lambda: len(sandbox.texts()) == number, 15), sandbox.texts()
    return sandbox.texts()[-1].split()[2]


@pytest.mark.thorough
def test_sso_signs_in_a_companys_user_and_then_requires_the_added_phone(
    devices: Devices, agency: Agency, sandbox: Sandbox
) -> None:
    options = {"name": "Engines", "issuer": sandbox.url, "client-id": "sandbox", "domain": "engines.example"}
    agency.server.manage("sso_provider", "add", *(part for name in options for part in (f"--{name}", options[name])))
    eve = Account("Eve Moreau", f"eve-{secrets.token_hex(3)}@engines.example", "", "", "").on(devices.new())
    eve.device.expects("favicon.ico")  # the sandbox has none
    page = eve.page

    def sign_in_by_company() -> None:
        page.get_by_role("button", name="Continue with your company").click()
        expect(page.get_by_role("heading", name="Sign in with your company")).to_be_visible()
        page.get_by_label("Email Address").fill(eve.account.email)
        page.get_by_role("button", name="Continue", exact=True).click()
        answer_google(page, eve.account.email)

    eve.device.go(AUTH)
    sign_in_by_company()
    eve.sees_status(UP_TO_DATE)
    opens_settings(eve)
    expect(page.get_by_text("You sign in with your company. It manages your password.")).to_be_visible()
    page.get_by_role("button", name="Add a phone").click()
    page.get_by_label("Phone number").fill("+1 555 010 0177")
    page.get_by_role("button", name="Send a code").click()
    page.get_by_label("Code", exact=True).fill(sms_code(sandbox, 1))
    page.get_by_role("button", name="Later").click()
    factors = page.get_by_role("list", name="Second factors").get_by_role("listitem")
    expect(factors).to_contain_text(["Phone 0177"])
    assert faults(page, (PHONE, DESKTOP)) == []
    eve.sign_out()
    with closing(sqlite3.connect(agency.server.data_dir / "pulseboard.sqlite3")) as store:
        # The server sends a phone at most one code a minute.
        store.execute("UPDATE factors SET last_challenged_at = '2026-01-01 00:00:00'")
        store.commit()
    sign_in_by_company()
    expect(page.get_by_role("heading", name="Two-factor sign-in")).to_be_visible()
    page.get_by_role("button", name="Send the code").click()
    assert faults(page, (PHONE, DESKTOP)) == []
    page.get_by_label("Code", exact=True).fill(sms_code(sandbox, 2))
    eve.sees_status(UP_TO_DATE)


@pytest.mark.thorough
def test_an_admin_without_a_second_factor_is_sent_to_its_setup(devices: Devices, agency: Agency) -> None:
    ana = agency.admin.on(devices.new("desktop"))
    ana.device.expects("status of 401|WebSocket")
    ana.device.go(AUTH)
    ana.fill_in_sign_in()
    expect(ana.page.get_by_text("Admins sign in with a second factor")).to_be_visible()
    expect(ana.page).to_have_url(re.compile("/dashboard/settings/security$"))
    assert faults(ana.page, (PHONE, DESKTOP)) == []
    protects_account(ana.page)
    ana.sees_status(UP_TO_DATE)
    expect(ana.page.get_by_text("Admins sign in with a second factor")).to_have_count(0)
    ana.page.get_by_role("link", name="Admin Dashboard").click()
    expect(ana.page.get_by_role("heading", name="Admin Dashboard")).to_be_visible()
