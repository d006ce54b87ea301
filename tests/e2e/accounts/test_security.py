"""Security in a real browser: a second factor with real codes, devices that are signed out, a forgotten password."""

import re
from collections.abc import Callable
from datetime import timedelta

import pyotp
import pytest
from playwright.sync_api import Page, expect

from core.clock import now
from sync.protocol.frames import HEARTBEAT_S
from tests.e2e.conftest import Devices
from tests.e2e.users import AUTH, DASHBOARD, PASSWORD, UP_TO_DATE, Account, Agency, BrowserUser
from tests.support.browsers.accessibility import faults
from tests.support.browsers.browser import DESKTOP, PHONE
from tests.support.mail.mailbox import Mail, read_mail
from tests.support.servers.crash_harness import eventually

pytestmark = pytest.mark.without_worker

Client = Callable[[str], BrowserUser]
SETTINGS = "/dashboard/settings/security"
UNSENT = "This one was not sent yet."


class AuthenticatorApp:
    """A user's authenticator app, which can give two codes.

    The server accepts each code once, and accepts codes of its current 30 s step and of the steps before and after it.
    The first code is of the current step: a code of the step before could expire while the request is in flight.
    The second code is of the step after.
    """

    def __init__(self, secret: str) -> None:
        self._totp, self._step = pyotp.TOTP(secret), -1

    def code(self) -> str:
        self._step += 1
        return self._totp.at(now() + timedelta(seconds=30 * self._step))


def opens_settings(user: BrowserUser) -> None:
    user.device.go(SETTINGS)
    expect(user.page).to_have_url(re.compile(f"{SETTINGS}$"))
    expect(user.page.get_by_role("list", name="Signed-in devices").get_by_role("listitem").first).to_be_visible()


def protects_account(page: Page) -> tuple[AuthenticatorApp, list[str]]:
    """Set up an authenticator app on the screen; returns it with the recovery codes."""
    page.get_by_role("button", name="Set up an authenticator app").click()
    expect(page.get_by_alt_text("QR code to scan with your app")).to_be_visible()
    page.get_by_text("Cannot scan it?").click()
    app = AuthenticatorApp(page.locator("code").inner_text().replace(" ", ""))
    page.get_by_label("Code that the app shows").fill(app.code())
    page.get_by_role("dialog", name="Make recovery codes").get_by_role("button", name="Make codes").click()
    codes = page.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    expect(codes).to_have_count(10)
    assert faults(page, (PHONE, DESKTOP)) == []
    recovery_codes = codes.all_inner_texts()
    page.get_by_role("button", name="I’ve saved them").click()
    return app, recovery_codes


def mail_to(agency: Agency, account: Account, subject_part: str) -> Mail:
    """Wait for a mail to this user whose subject contains `subject_part`; returns the newest."""

    def matches() -> list[Mail]:
        files = sorted((agency.server.data_dir / "mail").glob("*.eml"), key=lambda file: file.stat().st_mtime_ns)
        return [mail for mail in map(read_mail, files) if mail.to == account.email and subject_part in mail.subject]

    assert eventually(lambda: bool(matches()), 15), f"no mail to {account.email}: {subject_part}"
    return matches()[-1]


@pytest.mark.thorough
def test_a_second_factor_is_set_up_required_and_replaced_by_a_recovery_code(client: Client, devices: Devices) -> None:
    maya = client("Maya Lindqvist")
    maya.device.expects("status of 422")
    opens_settings(maya)
    assert faults(maya.page, (PHONE, DESKTOP)) == []
    app, codes = protects_account(maya.page)
    expect(maya.page.get_by_text("10 codes left")).to_be_visible()
    maya.sign_out()
    maya.fill_in_sign_in()
    code = maya.page.get_by_label("Code", exact=True)
    expect(maya.page.get_by_role("heading", name="Two-factor sign-in")).to_be_focused()
    assert faults(maya.page, (PHONE, DESKTOP)) == []
    maya.device.go(DASHBOARD)
    expect(maya.page).to_have_url(re.compile(f"{AUTH}$"))
    code.fill("000000")
    expect(maya.page.get_by_role("alert")).to_have_text(
        "This code is wrong or has expired. Check the newest one, or ask for another."
    )
    code.fill(app.code())
    maya.sees_status(UP_TO_DATE)

    other = maya.account.on(devices.new("desktop"))
    other.device.go(AUTH)
    other.fill_in_sign_in()
    other.page.get_by_role("button", name="Use a recovery code").click()
    other.page.get_by_label("Recovery code").fill(codes[3])
    other.page.get_by_role("button", name="Continue").click()
    other.sees_status(UP_TO_DATE)
    opens_settings(other)
    expect(other.page.get_by_text("9 codes left")).to_be_visible()
    other.page.get_by_role("button", name="Remove Authenticator app").click()
    other.page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    expect(other.page.get_by_role("button", name="Set up an authenticator app")).to_be_visible()
    other.sign_out()
    expect(other.page.get_by_role("button", name="Sign In", exact=True)).to_be_visible()
    other.fill_in_sign_in()
    other.sees_status(UP_TO_DATE)


@pytest.mark.thorough
def test_a_device_signed_out_remotely_loses_its_socket_and_keeps_unsent_work(
    client: Client, devices: Devices, agency: Agency
) -> None:
    maya = client("Maya Lindqvist")
    maya.device.expects("status of 40[013]|net::ERR_FAILED")
    maya.opens_thread()
    maya.device.context.route("**/rest/v1/messages", lambda route: route.abort())
    maya.writes(UNSENT)
    assert len(maya.device.open_sockets) == 1
    desktop = maya.account.on(devices.new("desktop")).with_session()
    opens_settings(desktop)
    rows = desktop.page.get_by_role("list", name="Signed-in devices").get_by_role("listitem")
    # The sign-up over HTTP also created a session, which is listed as a device.
    others = rows.filter(has=desktop.page.get_by_role("button", name="Sign out"))
    phones = others.filter(has_text="Chrome on Linux")
    expect(phones).to_have_count(1)
    phones.get_by_role("button", name="Sign out").click()
    # The limit is below a heartbeat, which would also close the socket. `python -m tests.bench revoking` measures this.
    maya.device.until(lambda: maya.device.open_sockets == [], "the socket is closed", seconds=HEARTBEAT_S - 5)
    expect(maya.page).to_have_url(re.compile(f"{AUTH}$"))
    expect(maya.page.get_by_text("1 unsent message waits for you on this device")).to_be_visible()
    expect(phones).to_have_count(0)
    maya.device.context.unroute("**/rest/v1/messages")
    assert agency.messages(maya.account) == []
    maya.sign_in()
    maya.opens_thread()
    maya.sees(UNSENT)
    maya.sees_all_sent()
    assert agency.messages(maya.account) == [UNSENT]


@pytest.mark.thorough
def test_a_forgotten_password_is_replaced_by_the_code_of_a_mail(agency: Agency, devices: Devices) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new())
    maya.device.expects("status of 4(00|22)")
    page = maya.page
    maya.device.go(AUTH)
    page.get_by_label("Email Address").fill(maya.account.email)
    page.get_by_role("button", name="Forgot password?").click()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("button", name=re.compile(r"Send again in \d+ s"))).to_be_visible()
    assert faults(page, (PHONE, DESKTOP)) == []
    page.get_by_label("Code", exact=True).fill(mail_to(agency, maya.account, "Reset").code)
    expect(page).to_have_url(re.compile("/auth/password$"))
    expect(page.get_by_role("heading", name="Choose a new password")).to_be_visible()
    assert faults(page, (PHONE, DESKTOP)) == []
    _choose_password(page, PASSWORD)
    expect(page.get_by_role("alert")).to_have_text("New password should be different from the old password.")
    _choose_password(page, "another battery staple")
    expect(page).to_have_url(re.compile(DASHBOARD))
    expect(page.get_by_text("Your password is changed")).to_be_visible()
    page.get_by_role("button", name="Later").click()
    maya.sign_out()
    maya.fill_in_sign_in()
    expect(page.get_by_role("alert")).to_have_text("Invalid login credentials")
    maya.fill_in_sign_in("another battery staple")
    maya.sees_status(UP_TO_DATE)


@pytest.mark.thorough
def test_only_the_requesting_browser_gets_from_the_mailed_link_to_a_new_password(
    agency: Agency, devices: Devices
) -> None:
    maya = agency.sign_up("Maya Lindqvist").on(devices.new())
    page = maya.page
    maya.device.go(AUTH)
    page.get_by_label("Email Address").fill(maya.account.email)
    page.get_by_role("button", name="Forgot password?").click()
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    link = mail_to(agency, maya.account, "Reset").link
    other = devices.new("desktop")
    other.page.goto(link)
    expect(other.page.get_by_role("heading", name="Opened in a different browser")).to_be_visible()
    assert faults(other.page, (PHONE, DESKTOP)) == []
    page.goto(link)
    expect(page.get_by_role("heading", name="Choose a new password")).to_be_visible()
    _choose_password(page, "another battery staple")
    expect(page.get_by_text("Your password is changed")).to_be_visible()
    maya.device.go(DASHBOARD)
    maya.sees_status(UP_TO_DATE)


def _choose_password(page: Page, password: str) -> None:
    page.get_by_label("New Password", exact=True).fill(password)
    page.get_by_label("Confirm Password", exact=True).fill(password)
    page.get_by_role("button", name="Change password").click()
