"""The screens of signing in, those between sign-in and the dashboard, and the Security tab of the settings."""

import json

import pyotp
from playwright.sync_api import expect

from tests.e2e.users import AUTH, DASHBOARD
from tests.quality.screens.all_screens import MAYA, PASSWORD, OpenPage, States, fill, go_offline, signed_in
from tests.support.browsers.browser import Kind

UNCONFIRMED = json.dumps({"id": "1", "aud": "authenticated", "email": "noor@cedar.example", "app_metadata": {}})
SETTINGS = f"{DASHBOARD}/settings"
AUTH_SETTINGS = json.dumps(
    {"external": {"google": True}, "sso_enabled": True, "manual_linking_enabled": True, "sms_provider": "twilio"}
)


def sign_in_screens(open_page: OpenPage, kind: Kind) -> States:
    page = open_page(kind)
    page.goto(AUTH)
    sign_in = page.get_by_role("button", name="Sign In")
    expect(sign_in).to_be_visible()
    yield "sign-in", page
    sign_in.click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "sign-in, nothing filled in", page
    fill(page, **{"Email Address": MAYA, "Password": "not the password"})
    sign_in.click()
    expect(page.get_by_role("alert")).to_contain_text("Invalid login credentials")
    yield "sign-in, wrong password", page
    page.get_by_role("link", name="Create an account").click()
    create = page.get_by_role("button", name="Create account")
    expect(create).to_be_visible()
    yield "sign-up", page
    page.get_by_label("Password", exact=True).fill("short")
    create.click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "sign-up, with errors", page
    page.route("**/auth/v1/signup*", lambda route: route.fulfill(body=UNCONFIRMED, content_type="application/json"))
    fill(page, **{"Full Name": "Noor Haddad", "Company Name": "Cedar & Salt", "Email Address": "noor@cedar.example"})
    fill(page, **{"Password": PASSWORD, "Confirm Password": PASSWORD})
    create.click()
    expect(page.get_by_role("heading", name="Confirm your email")).to_be_visible()
    yield "sign-up, email to confirm", page
    page.evaluate("""localStorage.setItem('unsent-work', '{"somebody":2}')""")
    page.goto(AUTH)
    expect(page.get_by_text("2 unsent messages wait")).to_be_visible()
    yield "sign-in, unsent work locked on the device", page


def other_sign_ins(open_page: OpenPage, kind: Kind) -> States:
    """The other ways to sign in, and the screens between the form and the dashboard."""
    page = open_page(kind)
    page.route("**/auth/v1/settings", lambda route: route.fulfill(body=AUTH_SETTINGS, content_type="application/json"))
    page.route("**/auth/v1/otp*", lambda route: route.fulfill(body="{}", content_type="application/json"))
    page.goto(AUTH)
    expect(page.get_by_role("button", name="Continue with your company")).to_be_visible()
    yield "sign-in, with every way to sign in", page
    for mode, title, name in (
        ("recover", "Reset your password", "forgotten password"),
        ("company", "Sign in with your company", "sign-in with a company"),
        ("code", "Sign in with a code", "sign-in with a code"),
    ):
        page.goto(f"{AUTH}?mode={mode}")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        yield name, page
    fill(page, **{"Email Address": MAYA})
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("Code", exact=True).fill("000000")
    expect(page.get_by_role("alert")).to_be_visible()
    yield "wrong code from a mail", page
    # This page is in another browser, which has not requested the code.
    page = open_page(kind)
    for rest, title, name in (
        ("", "Something went wrong", "callback without parameters"),
        ("?for=signup&code=x", "Opened in a different browser", "callback, sign-up in another browser"),
        ("?for=recovery&code=x", "Opened in a different browser", "callback, recovery in another browser"),
    ):
        page.goto(AUTH)
        page.goto(f"{AUTH}/callback{rest}")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        yield name, page
    signed_in(page, MAYA).goto(f"{AUTH}/password")
    expect(page.get_by_role("heading", name="Choose a new password")).to_be_visible()
    yield "new password", page


def security(open_page: OpenPage, kind: Kind) -> States:
    page = signed_in(open_page(kind), MAYA)
    page.goto(f"{SETTINGS}/security")
    expect(page.get_by_role("list", name="Signed-in devices").get_by_role("listitem").first).to_be_visible()
    yield "security", page
    page.get_by_role("button", name="Change password").click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "security, changing the password", page
    page.get_by_role("button", name="Add a phone").click()
    expect(page.get_by_role("dialog", name="Add a phone")).to_be_visible()
    yield "security, adding a phone", page
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Add a phone")).to_have_count(0)
    page.get_by_role("button", name="Set up an authenticator app").click()
    expect(page.get_by_alt_text("QR code to scan with your app")).to_be_visible()
    page.get_by_text("Cannot scan it?").click()
    yield "security, setting up an app", page
    app = pyotp.TOTP(page.locator("code").inner_text().replace(" ", ""))
    page.get_by_label("Code that the app shows").fill(app.now())
    page.get_by_role("dialog").get_by_role("button", name="Make codes").click()
    expect(page.get_by_role("list", name="Recovery codes")).to_be_visible()
    yield "security, recovery codes", page
    page.get_by_role("button", name="I’ve saved them").click()
    expect(page.get_by_text("10 codes left")).to_be_visible()
    yield "security, two factors", page
    other = open_page(kind)
    other.goto(AUTH)
    fill(other, **{"Email Address": MAYA, "Password": PASSWORD})
    other.get_by_role("button", name="Sign In").click()
    expect(other.get_by_role("heading", name="Two-factor sign-in")).to_be_visible()
    yield "sign-in, second step", other
    other.get_by_role("button", name="Use a recovery code").click()
    yield "sign-in, recovery code", other
    page.get_by_role("button", name="Remove Authenticator app").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_be_visible()
    yield "security, removing a factor", page
    question.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Set up an authenticator app")).to_be_visible()
    go_offline(page)
    expect(page.get_by_text("You are offline.")).to_be_visible()
    yield "security, offline", page
    page.reload()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "security, offline and nothing stored", page


def mail_links(open_page: OpenPage, kind: Kind) -> States:
    """The page that the links in mails open."""
    page = open_page(kind)
    for type, title in (
        ("signup", "Confirm your email address"),
        ("magiclink", "Sign in to Pulseboard"),
        ("recovery", "Choose a new password"),
        ("email_change", "Confirm the change of your email address"),
    ):
        page.goto(f"/auth/v1/verify?token=x&type={type}&landing=1")
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        yield f"mail link, {type}", page


AUTH_SCREENS = (sign_in_screens, other_sign_ins, security, mail_links)
